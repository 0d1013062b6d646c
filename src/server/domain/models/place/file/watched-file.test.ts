import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../../../test/temporary-folder.ts'
import { WatchedFile } from './watched-file.ts'

test.for([true, false])(
  'a file whose folder closes while it is watched is unreadable, and not gone, named: %s',
  async (isNamed) => {
    const folder = join(temporaryFolder(), 'place')
    mkdirSync(folder)
    writeFileSync(join(folder, 'models.json'), '{}')
    const [onChange, onUnreadable] = [vi.fn(), vi.fn()]
    const file = new WatchedFile({
      ...{ path: join(folder, 'models.json'), isNamed, everyMs: 10 },
      ...{ onChange, onUnreadable },
    })
    onTestFinished(() => file.close())
    expect(file.read()).toBe('{}')
    file.watch()
    renameSync(folder, `${folder} aside`)
    // Also for root, who may enter any other.
    symlinkSync(folder, folder)
    await vi.waitFor(() => expect(onUnreadable).toHaveBeenCalled(), 60_000)
    expect(onChange.mock.calls).toEqual([])
  },
)
