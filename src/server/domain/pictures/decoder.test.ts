import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createLog } from '../../base/log.ts'
import { Decoder } from './decoder.ts'

const log = createLog('silent')
const MB = 1024 * 1024
const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const frames = beside('../sandbox/frames.ts')

type Options = Partial<ConstructorParameters<typeof Decoder>[0]>

function start({ limits, ...options }: Options = {}) {
  const decoder = new Decoder({ log, limits: { memoryBytes: 512 * MB, ...limits }, ...options })
  onTestFinished(() => decoder.close())
  return decoder
}

/** A program that replaces the decoder: `onPicture` responds to a picture. */
function program(onPicture: string, before = ''): URL {
  const path = join(temporaryFolder(), 'program.ts')
  writeFileSync(
    path,
    `import { frameKinds, readFrames, writeFrame } from ${JSON.stringify(frames)}
     import { readdirSync, readlinkSync } from 'node:fs'
     ${before}
     const answer = (text) => writeFrame(process.stdout, frameKinds.work, Buffer.from(text))
     readFrames(process.stdin, 1e9, { onFrame({ payload }) { ${onPicture} }, onTooLong() {} })
     writeFrame(process.stdout, frameKinds.ready)`,
  )
  return pathToFileURL(path)
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3060c0' }, limitInputPixels: false })
const small = await flat(20, 20).png().toBuffer()
const text = async (bytes: Promise<Uint8Array>) => Buffer.from(await bytes).toString()

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The decode processes that this process has started. */
function decoding(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      return Number(parent) === process.pid && command.includes('decode-child') ? [Number(name)] : []
    } catch {
      return []
    }
  })
}
afterAll(() => expect(decoding()).toEqual([]))

test('a picture that unpacks to more than it may ends its process alone, and the next one is decoded', async () => {
  const decoder = start({ limits: { memoryBytes: 140 * MB } })
  const large = await flat(3_600, 3_600).avif({ effort: 0 }).toBuffer()
  expect(large.length).toBeLessThan(2_000)
  await decoder.toSquareWebp(small, 'ada')
  await expect(decoder.toSquareWebp(large, 'ada')).rejects.toMatchObject({ code: 'image_too_large' })
  expect(await sharp(await decoder.toSquareWebp(small, 'ada')).metadata()).toMatchObject({ format: 'webp' })
})

test('six AVIFs of a kilobyte and many pixels are refused by their headers, in one process', async () => {
  const decoder = start()
  const bomb = await flat(4_200, 4_200).avif({ effort: 0 }).toBuffer()
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((by) => decoder.toSquareWebp(bomb, by))
  for (const result of await Promise.allSettled(six))
    expect(result).toMatchObject({
      reason: {
        code: 'image_too_large',
        message: 'An AVIF image can have at most 17 million pixels.',
      },
    })
  expect(decoding()).toHaveLength(1)
})

test('a picture that takes too long ends its process alone', async () => {
  const decoder = start({
    entry: program('if (payload.length === 1) return; answer(payload)'),
    limits: { memoryBytes: 512 * MB, quietMs: 300 },
  })
  await expect(decoder.toSquareWebp(Buffer.from('1'), 'ada')).rejects.toMatchObject({
    code: 'image_too_large',
  })
  expect(await text(decoder.toSquareWebp(Buffer.from('fine'), 'ada'))).toBe('fine')
})

test('a crash of the decoder is an answer about the picture, and the next one is decoded', async () => {
  const decoder = start({ entry: program('if (payload.length === 1) process.abort(); answer(payload)') })
  await expect(decoder.toSquareWebp(Buffer.from('1'), 'ada')).rejects.toMatchObject({ code: 'image_invalid' })
  expect(await text(decoder.toSquareWebp(Buffer.from('fine'), 'ada'))).toBe('fine')
})

test('a process that answers more than any picture is long is ended', async () => {
  const decoder = start({ entry: program('answer(Buffer.alloc(5e6))') })
  await expect(decoder.toSquareWebp(small, 'ada')).rejects.toMatchObject({ code: 'image_invalid' })
})

test('a process that can not start is a fault of the server, said with what it complained about', async () => {
  const decoder = start({ entry: program('', 'throw new Error("no such library")') })
  await expect(decoder.toSquareWebp(small, 'ada')).rejects.toThrow(/could not be started.*no such library/s)
})

test('the process knows no secret of the server and has none of its files open', async () => {
  process.env.OPENAI_API_KEY = 'a secret'
  onTestFinished(() => {
    delete process.env.OPENAI_API_KEY
  })
  const decoder = start({
    entry: program(`
      const open = readdirSync('/proc/self/fd').flatMap((fd) => { try { return [readlinkSync('/proc/self/fd/' + fd)] } catch { return [] } })
      answer(JSON.stringify({ variables: Object.keys(process.env), open }))`),
  })
  const { variables, open } = JSON.parse(await text(decoder.toSquareWebp(small, 'ada')))
  expect(variables.sort()).toEqual(['MALLOC_ARENA_MAX', 'NODE_OPTIONS', 'UV_THREADPOOL_SIZE'])
  const foreign = open.filter((target: string) => !/^(socket|pipe|anon_inode):|^\/dev\/null$/.test(target))
  expect(foreign).toEqual([])
  expect(open.filter((target: string) => target.startsWith('socket:'))).toHaveLength(3)
})

test('the process starts with the first picture, ends when there was none for a while, and starts again', async () => {
  const decoder = start({ idleMs: 150, entry: program('answer(String(process.pid))') })
  const first = Number(await text(decoder.toSquareWebp(small, 'ada')))
  expect(isAlive(first)).toBe(true)
  await expect.poll(() => isAlive(first)).toBe(false)
  expect(Number(await text(decoder.toSquareWebp(small, 'ada')))).not.toBe(first)
})

test('closing ends the process, and whoever still waits is told to come back', async () => {
  const decoder = start({ entry: program('if (payload.length > 1) answer(String(process.pid))') })
  const pid = Number(await text(decoder.toSquareWebp(small, 'ada')))
  const unanswered = [decoder.toSquareWebp(Buffer.from('1'), 'ada'), decoder.toSquareWebp(small, 'bob')]
  const outcomes = Promise.allSettled(unanswered)
  await decoder.close()
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { code: 'not_ready' } })
  expect(isAlive(pid)).toBe(false)
})

test('the process ends with a server that was killed', async () => {
  const script = join(temporaryFolder(), 'server.ts')
  writeFileSync(
    script,
    `import { SandboxProcess } from ${JSON.stringify(beside('../sandbox/sandbox-process.ts'))}
     const entry = new URL(${JSON.stringify(new URL('./decode-child.ts', import.meta.url).href)})
     const decoding = new SandboxProcess({ memoryBytes: 1e9, quietMs: 60_000, totalMs: 60_000, startMs: 60_000 }, { entry })
     await decoding.make(Buffer.from('none'))
     console.log(decoding.pid)`,
  )
  const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(server.stdout, 'data')
  const pid = Number(String(said))
  expect(isAlive(pid)).toBe(true)
  server.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('one wallet takes only some places of the queue, and another one is still let in', async () => {
  const decoder = start({ entry: program('setTimeout(() => answer(payload), 100)') })
  const ofAda = Array.from({ length: 8 }, () => decoder.toSquareWebp(small, 'ada'))
  const ofBob = decoder.toSquareWebp(small, 'bob')
  const refused = (await Promise.allSettled(ofAda)).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(4)
  for (const outcome of refused)
    expect(outcome).toMatchObject({ reason: { code: 'rate_limited', retryAfter: expect.any(Number) } })
  await ofBob
})

test('the server itself never loads the decoders', async () => {
  const program = `
    const { readFileSync } = await import('node:fs')
    await import(${JSON.stringify(new URL('../../start-server.ts', import.meta.url).href)})
    console.log(/libvips|sharp/.test(readFileSync('/proc/self/maps', 'utf8')))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(stdout).toBe('false\n')
})
