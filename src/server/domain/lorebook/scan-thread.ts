import { Worker } from 'node:worker_threads'
import type { ChosenLore, LoreScan } from './choose-lore.ts'
import type { WorkerNews, WorkerScan } from './scan-worker.ts'

/** For one scan, in milliseconds; it is tried again without slow expressions. */
const LIMIT_MS = 500
const TRIES = 3
/** Further scans go without lore. */
const MOST_WAITING = 100
/** In milliseconds: slow books of one agent must not hold up replies of others. */
const PATIENCE_MS = 3_000

/** With the expressions that took too long and therefore matched nothing. */
export interface ScannedLore extends ChosenLore {
  slow: string[]
}

/** The expression is the one tried last when it took too long or its thread died. */
type Tried = { chosen: ChosenLore } | { tooSlow: string | undefined }

/** Scans one lorebook after the other in a thread, which is ended if one takes too long. */
export class ScanThread {
  readonly #program: URL
  #thread: Worker | undefined
  #scans = 0
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(program: URL) {
    this.#program = program
  }

  /** @returns null if the scan, or what it waited for, took too long even without slow expressions */
  async scan(scan: LoreScan, seed: string): Promise<ScannedLore | null> {
    return this.#waiting >= MOST_WAITING ? null : this.#inTurn(() => this.#scan(scan, seed))
  }

  /** Null if the scans before take too long. */
  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result | null> {
    this.#waiting++
    const late = Promise.withResolvers<null>()
    let isLate = false
    const patience = setTimeout(() => {
      isLate = true
      late.resolve(null)
    }, PATIENCE_MS)
    const turn = this.#last.then(() => {
      clearTimeout(patience)
      return isLate ? null : work()
    })
    this.#last = turn.catch(() => {})
    return Promise.race([turn, late.promise]).finally(() => this.#waiting--)
  }

  async #scan(scan: LoreScan, seed: string): Promise<ScannedLore | null> {
    const slow: string[] = []
    for (let tries = 0; tries < TRIES; tries++) {
      const tried = await this.#try(scan, seed, slow)
      if ('chosen' in tried) return { ...tried.chosen, slow }
      if (tried.tooSlow === undefined) return null
      slow.push(tried.tooSlow)
    }
    return null
  }

  async #try(scan: LoreScan, seed: string, skipped: readonly string[]): Promise<Tried> {
    const id = ++this.#scans
    const worker = await this.#started()
    if (!worker) return { tooSlow: undefined }
    const { promise, resolve } = Promise.withResolvers<Tried>()
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

  /** Undefined if it died before it was ready. Its start does not count for the limit of a scan. */
  async #started(): Promise<Worker | undefined> {
    if (this.#thread) return this.#thread
    const worker = new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    })
    worker.unref()
    // Without a listener, an error in the thread would end the server.
    worker.on('error', () => {})
    const ready = await new Promise<boolean>((resolve) =>
      worker.once('message', () => resolve(true)).once('exit', () => resolve(false)),
    )
    if (!ready) return undefined
    this.#thread = worker
    worker.once('exit', () => {
      if (this.#thread === worker) this.#thread = undefined
    })
    return worker
  }
}
