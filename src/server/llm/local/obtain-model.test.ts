import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Fault, listing, startModelHub } from '../../../../test/model-hub.ts'
import { workingFolder } from '../../../../test/working-folder.ts'
import type { Progress } from './download-file.ts'
import { type ObtainOptions, obtainModel } from './obtain-model.ts'

const weights = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => index % 251))
weights.write('GGUF')
const reference = 'somebody/tiny-GGUF'

/** A folder for models beside an engine that counts as installed, and a hub. */
async function setUp({ faults = [], list }: { faults?: Fault[]; list?: (path: string) => unknown } = {}) {
  const root = await mkdtemp(join(workingFolder, 'obtain-model-'))
  const hub = await startModelHub(weights, list)
  hub.faults.push(...faults)
  onTestFinished(async () => {
    await hub.close()
    await rm(root, { recursive: true, force: true })
  })
  const engine = join(root, 'engine')
  const installed = join(engine, 'node_modules', 'node-llama-cpp')
  await mkdir(installed, { recursive: true })
  await writeFile(join(engine, 'package.json'), '{"dependencies":{"node-llama-cpp":"1.0.0"}}')
  await writeFile(join(installed, 'package.json'), '{"version":"1.0.0"}')
  const folder = join(root, 'models')
  const progress: Progress[] = []
  const get = (what = reference, more: Partial<ObtainOptions> = {}) =>
    obtainModel(what, {
      ...{ folder, engine, hub: hub.address, pauseMs: 1 },
      signal: new AbortController().signal,
      onInstalling() {},
      onProgress: (_name, reached) => progress.push(reached),
      ...more,
    })
  const files = () => readdir(folder).catch(() => [])
  return { root, hub, folder, get, files, progress }
}

test('a model comes by its name in the hub, whole, and is not asked for again', async () => {
  const { hub, get, files, progress } = await setUp()
  const chosen = await get()
  expect(await readFile(chosen.path)).toEqual(weights)
  expect(chosen).toMatchObject({ name: 'tiny-Q4_K_M', bytes: weights.length })
  expect(progress.at(-1)).toMatchObject({ bytes: weights.length, of: weights.length })
  expect(await get()).toEqual(chosen)
  expect(hub.asked).toEqual([{ path: '/somebody/tiny-GGUF/resolve/main/tiny-Q4_K_M.gguf', range: undefined }])
  expect(await files()).toHaveLength(1)
})

test('a download that is cut at 30 % goes on there', async () => {
  const { hub, get } = await setUp({ faults: [{ cutAt: 0.3 }, 'is overloaded', { cutAt: 0.5 }] })
  expect(await readFile((await get()).path)).toEqual(weights)
  const [, second, third, fourth] = hub.asked.map(({ range }) => range)
  expect(second).toBe('bytes=90000-')
  expect(third).toBe(second)
  expect(fourth).toBe('bytes=195000-')
})

test('a download that was cancelled goes on where it was, also in another process', async () => {
  const { hub, get, files } = await setUp()
  hub.pause = () => setTimeout(10)
  const cancel = new AbortController()
  const running = get(reference, {
    signal: cancel.signal,
    onProgress: (_name, { bytes }) => bytes >= 90_000 && cancel.abort(),
  })
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  expect(await files()).toEqual([expect.stringMatching(/\.part$/)])
  hub.pause = null
  expect(await readFile((await get()).path)).toEqual(weights)
  expect(Number(/\d+/.exec(hub.asked[1]?.range ?? '')?.[0])).toBeGreaterThanOrEqual(90_000)
})

test('where the hub gives no parts of files, a download that was cut begins anew', async () => {
  const { get } = await setUp({ faults: [{ cutAt: 0.6 }, 'ignores ranges'] })
  expect(await readFile((await get()).path)).toEqual(weights)
})

test.for<[Fault, RegExp]>([
  ['sends other bytes', /not the file that the hub lists/],
  ['sends more than it announced', /more than it announced/],
  ['announces another length', /another size/],
])('a hub that %s is refused, and nothing of it stays', async ([fault, sentence]) => {
  const { get, files } = await setUp({ faults: [fault] })
  await expect(get()).rejects.toMatchObject({
    name: 'ModelRefusal',
    message: expect.stringMatching(sentence),
  })
  expect(await files()).toEqual([])
})

test('bytes of another file after a cut are refused, and the next try gets the right ones', async () => {
  const { get, files } = await setUp({ faults: [{ cutAt: 0.3 }, 'sends other bytes'] })
  await expect(get()).rejects.toThrow(/not the file that the hub lists/)
  expect(await files()).toEqual([])
  expect(await readFile((await get()).path)).toEqual(weights)
})

test('another part of the file than was asked for is refused', async () => {
  const { get } = await setUp({ faults: [{ cutAt: 0.3 }, 'answers another range'] })
  await expect(get()).rejects.toThrow('The hub sent another part of the file than it was asked for.')
})

test('a hub that is cut again and again without a byte is given up, and what has arrived is kept', async () => {
  const { get, files } = await setUp({ faults: [{ cutAt: 0.3 }, ...Array(4).fill('is overloaded')] })
  await expect(get()).rejects.toThrow('The connection was cut. What has arrived is kept.')
  expect(await files()).toEqual([expect.stringMatching(/\.part$/)])
})

test('without room on the disk nothing is asked for, and the sentence says how much is missing', async () => {
  const { get, hub } = await setUp()
  await expect(get(reference, { freeBytes: async () => 200e6 })).rejects.toThrow(
    'There is no room for it: 256 MB of the disk must be free, and 200 MB are.',
  )
  expect(hub.asked).toEqual([])
})

test.for<[string, (path: string) => unknown, RegExp]>([
  ['no hash', (path) => listing(path, weights).map(({ lfs, ...file }) => file), /names no hash/],
  ['no weights', () => [{ path: 'README.md', size: 3 }], /no such file of weights/],
  ['something else', () => ({ error: 'no' }), /no list of files/],
  ['far too much', () => 'x'.repeat(3_000_000), /too long/],
  [
    'a size that can’t be',
    () => [{ path: 'a.gguf', lfs: { oid: 'a'.repeat(64), size: 1e15 } }],
    /no size of this file/,
  ],
  [
    'several files',
    () => [{ path: 'a-00001-of-00002.gguf', lfs: { oid: 'a'.repeat(64), size: 9 } }],
    /several files/,
  ],
])('a hub that lists %s is refused before a byte is asked for', async ([, list, sentence]) => {
  const { get, hub } = await setUp({ list })
  await expect(get()).rejects.toThrow(sentence)
  expect(hub.asked).toEqual([])
})

test('a download goes through the proxy that is set, and past it where that is said', async () => {
  const { get, hub, folder } = await setUp()
  const seen: string[] = []
  const proxy = createServer((request, response) => {
    seen.push(request.url ?? '')
    const { method, headers } = request
    forward(request.url ?? '', { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    }).end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

  await get(reference, { proxy: { HTTP_PROXY } })
  expect(seen).toHaveLength(2)
  for (const address of seen) expect(address.startsWith(hub.address)).toBe(true)

  await rm(folder, { recursive: true })
  await get(reference, { proxy: { HTTP_PROXY, NO_PROXY: '127.0.0.1' } })
  expect(seen).toHaveLength(2)
})

test('a file of one’s own is used where it is, if it holds weights', async () => {
  const { root, get, files } = await setUp()
  const own = join(root, 'Own model.gguf')
  await writeFile(own, weights)
  expect(await get(own)).toEqual({ name: 'Own model', path: own, bytes: weights.length })
  expect(await files()).toEqual([])
  await writeFile(own, 'Something else')
  await expect(get(own)).rejects.toThrow('This file holds no weights (GGUF).')
  await expect(get(join(root, 'none.gguf'))).rejects.toThrow(/^There is no file at /)
})

test('what names no model is refused, and leads out of no folder', async () => {
  const { get, hub } = await setUp()
  for (const wrong of ['', 'word', 'a/b/../../c.gguf', 'hf:a/..', 'a/b/c.txt', 'x'.repeat(5_000)])
    await expect(get(wrong), wrong).rejects.toMatchObject({ name: 'ModelRefusal' })
  expect(hub.asked).toEqual([])
  expect(existsSync(join(workingFolder, 'c.gguf'))).toBe(false)
})
