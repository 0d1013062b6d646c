import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sourceTypes } from '../../../shared/knowledge/sources.ts'
import { programUrl } from '../../base/files.ts'
import { SandboxProcess } from './sandbox-process.ts'

const limits = { memoryBytes: 256 * 1024 * 1024, quietMs: 10_000, totalMs: 300_000, startMs: 30_000 }

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

test('the time in which its input comes slowly, as from a far store, does not count as its own', async () => {
  const reader = new SandboxProcess(limits, { entry: programUrl('domain/knowledge/extract/extract-child') })
  async function* slowly() {
    yield Uint8Array.of(sourceTypes.indexOf('text'))
    await vi.advanceTimersByTimeAsync(3 * limits.quietMs)
    yield Buffer.from('The lamp is lit at dusk.')
  }
  expect(await reader.make(slowly(), async () => {})).toMatchObject({ is: 'made' })
  await reader.kill()
})
