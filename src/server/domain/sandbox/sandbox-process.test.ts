import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
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

test('one that does not take its input is ended as one that does nothing with it', async () => {
  const entry = join(temporaryFolder(), 'takes-nothing.js')
  await writeFile(entry, 'process.stdout.write(Buffer.alloc(5)); setInterval(() => {}, 1_000)')
  const process = new SandboxProcess(limits, { entry: pathToFileURL(entry) })
  const sending = Promise.withResolvers<void>()
  async function* large() {
    sending.resolve()
    yield Buffer.alloc(1024 * 1024)
  }
  const made = process.make(large())
  await sending.promise
  await vi.advanceTimersByTimeAsync(2 * limits.quietMs)
  expect(await made).toEqual({ is: 'time' })
  await process.kill()
})
