import { Worker } from 'node:worker_threads'
import { expandMacros } from '../../../shared/agents/macros.ts'
import type { Lorebook } from '../../../shared/agents/persona.ts'
import { programUrl } from '../../base/files.ts'
import { type ChosenLore, type LoreScan, SCAN_DEPTH } from './choose-lore.ts'
import { looksLikeExpression } from './match-key.ts'
import { chooseWith } from './scan-means.ts'
import type { WorkerNews, WorkerScan } from './scan-worker.ts'

/** How long one scan may take in its thread, in milliseconds, and how often it is tried without slow expressions. */
const LIMIT_MS = 500
const TRIES = 3
/** Scans that wait for the thread; more go without lore. */
const MOST_WAITING = 100
/** How long a scan waits for those before it, in milliseconds: slow books of one agent must not hold up replies of others. */
const PATIENCE_MS = 3_000
/** The cost of a scan that is made at once instead of in the thread, in compared characters: some milliseconds. */
const MOST_AT_ONCE = 4_000_000

/** The entries that were chosen, and the expressions that took too long and therefore matched nothing. */
export interface ScannedLore extends ChosenLore {
  slow: string[]
}

/**
 * Chooses the entries of a lorebook for one prompt. Small books of plain keys are searched at once; expressions and
 * large books in a thread with a time limit, so that no book holds up the server.
 * @param seed decides about entries with a probability: the same seed makes the same choice
 * @returns null if the scan, or what it waited for, took too long even without slow expressions
 */
export async function scanLore(scan: LoreScan, seed: string): Promise<ScannedLore | null> {
  if (isQuick(scan)) return { ...chooseWith(scan, seed), slow: [] }
  return waiting >= MOST_WAITING ? null : inTurn(() => scanInThread(scan, seed))
}

function isQuick({ lorebook, messages, names }: LoreScan): boolean {
  const { entries, recursive_scanning: recursive = false } = lorebook
  let keys = 0
  let contents = 0
  for (const { content, keys: own, secondary_keys: more = [] } of entries) {
    // A name can make an expression of a key.
    for (const key of [...own, ...more]) if (looksLikeExpression(expandMacros(key, names))) return false
    keys += own.length + more.length
    contents += content.length
  }
  let searched = recursive ? contents : 0
  for (const message of messages.slice(0, deepest(lorebook))) searched += message.length
  const rounds = recursive ? entries.length : 1
  return keys * searched * rounds + contents * entries.length <= MOST_AT_ONCE
}

/** The most messages that any entry of the book searches, if that is known without a look at all of them. */
function deepest({ scan_depth: depth = SCAN_DEPTH, entries }: Lorebook): number | undefined {
  return entries.some(({ extensions }) => typeof extensions?.scan_depth === 'number') ? undefined : depth
}

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** Waits for the scans before; null if they take too long. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result | null> {
  waiting++
  const late = Promise.withResolvers<null>()
  let isLate = false
  const patience = setTimeout(() => {
    isLate = true
    late.resolve(null)
  }, PATIENCE_MS)
  const turn = last.then(() => {
    clearTimeout(patience)
    return isLate ? null : work()
  })
  last = turn.catch(() => {})
  return Promise.race([turn, late.promise]).finally(() => waiting--)
}

let thread: Worker | undefined
let scans = 0

async function scanInThread(scan: LoreScan, seed: string): Promise<ScannedLore | null> {
  const slow: string[] = []
  for (let tries = 0; tries < TRIES; tries++) {
    const tried = await tryScan(scan, seed, slow)
    if ('chosen' in tried) return { ...tried.chosen, slow }
    if (tried.tooSlow === undefined) return null
    slow.push(tried.tooSlow)
  }
  return null
}

async function tryScan(
  scan: LoreScan,
  seed: string,
  skipped: readonly string[],
): Promise<{ chosen: ChosenLore } | { tooSlow: string | undefined }> {
  const id = ++scans
  const worker = await startedThread()
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof tryScan>>>()
  let tried: string | undefined
  const onNews = (news: WorkerNews) => {
    if (news.type === 'ready' || news.id !== id) return
    if (news.type === 'tries') tried = news.key
    else resolve({ chosen: news.chosen })
  }
  const fail = () => resolve({ tooSlow: tried })
  const limit = setTimeout(fail, LIMIT_MS)
  worker.on('message', onNews).once('exit', fail)
  worker.postMessage({ id, scan, seed, skipped } satisfies WorkerScan)
  const result = await promise
  clearTimeout(limit)
  worker.off('message', onNews).off('exit', fail)
  if ('tooSlow' in result) await worker.terminate()
  return result
}

/** The thread, which is started when it is first needed; its start does not count for the limit of a scan. */
async function startedThread(): Promise<Worker> {
  if (thread) return thread
  const worker = new Worker(programUrl('domain/lorebook/scan-worker'), {
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  })
  worker.unref()
  // Without a listener, an error in the thread would end the server.
  worker.on('error', () => {})
  worker.once('exit', () => {
    if (thread === worker) thread = undefined
  })
  await new Promise<void>((resolve) => worker.once('message', () => resolve()).once('exit', () => resolve()))
  thread = worker
  return worker
}
