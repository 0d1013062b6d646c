import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FileInHub } from './find-in-hub.ts'
import { type HubRequests, refusalOf } from './hub-requests.ts'
import { ModelRefusal, sizeInWords } from './model-refusal.ts'

export interface Progress {
  bytes: number
  of: number
  secondsLeft: number | null
}

export interface DownloadOptions {
  requests: HubRequests
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  /** How much of the disk of a folder is free, in bytes. */
  freeBytes?: ((folder: string) => Promise<number>) | undefined
  /** Milliseconds before going on after a cut. */
  pauseMs?: number | undefined
  clock?: () => number
}

/** Of the disk, in bytes: what others need of it meanwhile. */
const LEFT_FREE = 256e6

/** Tries one after the other in which not a byte arrived. */
const MOST_VAIN_TRIES = 4
const PAUSE_MS = 1_500

/**
 * Downloads a file to `path`, going on where an earlier attempt was cut. Only bytes that have the hash of the hub's list
 * get that name; until then they are in `path.part`, which is deleted if they can't become the file.
 * @throws {ModelRefusal} or the signal's reason
 */
export async function downloadFile(file: FileInHub, path: string, options: DownloadOptions): Promise<void> {
  const { signal, freeBytes = freeOn, pauseMs = PAUSE_MS } = options
  const part = `${path}.part`
  await mkdir(dirname(path), { recursive: true })
  let has = await sizeOf(part)
  if (has > file.bytes) {
    await rm(part)
    has = 0
  }
  const needed = file.bytes - has
  const free = await freeBytes(dirname(path))
  if (free < needed + LEFT_FREE)
    throw new ModelRefusal(
      `There is no room for it: ${sizeInWords(needed + LEFT_FREE)} of the disk must be free, and ${sizeInWords(free)} are.`,
    )
  const estimate = new Estimate(file.bytes, options)
  for (let vain = 0; has < file.bytes; ) {
    const reached = await receive(file, part, has, options, estimate)
    vain = reached > has ? 0 : vain + 1
    has = reached
    if (has < file.bytes) {
      if (vain >= MOST_VAIN_TRIES) throw new ModelRefusal('The connection was cut. What has arrived is kept.')
      await wait(pauseMs, undefined, { signal })
    }
  }
  if ((await hashOf(part, signal)) !== file.sha256) {
    await rm(part)
    throw new ModelRefusal('What arrived is not the file that the hub lists, so it was deleted.')
  }
  await rename(part, path)
}

/** @returns how many bytes there are now: fewer than all if the connection was cut */
async function receive(
  file: FileInHub,
  part: string,
  has: number,
  { requests, signal }: DownloadOptions,
  estimate: Estimate,
): Promise<number> {
  const range = has > 0 ? { range: `bytes=${has}-` } : undefined
  const answer = await requests
    .get(file.address, { 'accept-encoding': 'identity', ...range }, signal)
    .catch(cut)
  if (!answer) return has
  let handle: FileHandle | undefined
  try {
    const from = beginningOf(answer.statusCode, answer.headers, file, has)
    if (from === null) return has
    handle = await open(part, from > 0 ? 'r+' : 'w')
    let at = from
    estimate.begin(at)
    for await (const piece of answer as AsyncIterable<Buffer>) {
      if (at + piece.length > file.bytes) {
        await handle.close()
        handle = undefined
        await rm(part)
        throw new ModelRefusal('The hub sent more than it announced, so what arrived was deleted.')
      }
      await handle.write(piece, 0, piece.length, at)
      at += piece.length
      estimate.reached(at)
    }
    return at
  } catch (error) {
    if (error instanceof ModelRefusal || !handle) throw error
    cut(error)
    return await sizeOf(part)
  } finally {
    answer.destroy()
    await handle?.close()
  }

  function cut(error: unknown): undefined {
    signal.throwIfAborted()
    if (error instanceof ModelRefusal || hasCode(error, 'ENOSPC')) throw said(error)
  }
}

/** @returns from which byte on the answer goes, null if it is to be asked again */
function beginningOf(
  status: number | undefined,
  headers: Record<string, string | string[] | undefined>,
  { bytes }: FileInHub,
  has: number,
): number | null {
  if (status === 429 || (status !== undefined && status >= 500)) return null
  if (status !== 200 && status !== 206) throw new ModelRefusal(refusalOf(status))
  if (status === 206) {
    const [, from, of] = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(headers['content-range'])) ?? []
    if (Number(from) !== has || Number(of) !== bytes)
      throw new ModelRefusal('The hub sent another part of the file than it was asked for.')
    return has
  }
  const length = headers['content-length']
  if (length !== undefined && Number(length) !== bytes)
    throw new ModelRefusal('The hub’s file has another size than the hub lists.')
  return 0
}

function said(error: unknown): unknown {
  return hasCode(error, 'ENOSPC')
    ? new ModelRefusal('The disk is full. What has arrived is kept: make room, then go on.')
    : error
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) hash.update(piece)
  return hash.digest('hex')
}

/** Milliseconds before which a pace tells nothing. */
const FIRST_PACE_MS = 2_000

/** Says how far it is and how long it will take, by the pace since the last beginning. */
class Estimate {
  readonly #of: number
  readonly #onProgress: DownloadOptions['onProgress']
  readonly #clock: () => number
  #from = 0
  #since = 0

  constructor(of: number, { onProgress, clock = () => performance.now() }: DownloadOptions) {
    this.#of = of
    this.#onProgress = onProgress
    this.#clock = clock
  }

  begin(at: number): void {
    this.#from = at
    this.#since = this.#clock()
    this.reached(at)
  }

  reached(bytes: number): void {
    const ms = this.#clock() - this.#since
    const pace = (bytes - this.#from) / ms
    const isKnown = ms >= FIRST_PACE_MS && pace > 0
    this.#onProgress({
      bytes,
      of: this.#of,
      secondsLeft: isKnown ? Math.ceil((this.#of - bytes) / pace / 1_000) : null,
    })
  }
}
