import { randomUUID } from 'node:crypto'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { Attempt, ClaimedRow, LeasedRows } from '../../db/jobs/leased-rows.ts'
import { Failure } from '../failure.ts'

/** Work that is stored as rows and done by whichever server claims them. */
export interface JobKind<Job extends ClaimedRow> {
  rows: LeasedRows
  /** The log message of a failed attempt. */
  failed: string
  claim(attempt: Attempt): Promise<Job | null>
  /**
   * What it stores has to compare the claim, as another server may have taken the job over.
   * @param signal aborts when the lease is lost or this server shuts down
   * @throws {LeaseLost} if it finds out first; after any other error the job is tried again later
   */
  run(job: Job, signal: AbortSignal): Promise<void>
  giveUp(job: Job): Promise<void>
  close?(): Promise<void>
}

/** The row belongs to another attempt by now, or to none. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** In milliseconds. */
export interface JobTimes {
  /** Without a heartbeat for so long, another server takes the job over. */
  leaseMs: number
  beatMs: number
  /** After the first failure; after each further one twice as long. */
  retryMs: number
  pollMs: number
}

const TIMES: JobTimes = { leaseMs: 60_000, beatMs: 10_000, retryMs: 30_000, pollMs: 3_000 }

/** Attempts that failed, or whose server crashed. */
const MOST_TRIES = 3

export interface JobRunnerOptions {
  db: Db
  log: Logger
  times?: Partial<JobTimes> | undefined
  /** Is told how long each attempt took, in seconds. */
  measure?: ((outcome: 'done' | 'failed', seconds: number) => void) | undefined
}

/** Does the jobs of one kind, one at a time, beside the other servers of the database. */
export class JobRunner<Job extends ClaimedRow> {
  readonly #kind: JobKind<Job>
  readonly #options: JobRunnerOptions
  readonly #times: JobTimes
  readonly #say = logThrottled()
  readonly #closing = new AbortController()
  readonly #leaving = new AbortController()
  readonly #poll: NodeJS.Timeout
  #running: Promise<void> | undefined
  #isWanted = false
  #isLooking = false

  constructor(kind: JobKind<Job>, options: JobRunnerOptions) {
    this.#kind = kind
    this.#options = options
    this.#times = { ...TIMES, ...options.times }
    this.#poll = setInterval(() => this.#look(), this.#times.pollMs).unref()
  }

  /** Must be called when there may be a job. Returns at once. */
  wake(): void {
    this.#isWanted = true
    if (this.#running || this.#leaving.signal.aborted) return
    this.#running = this.#runAll().finally(() => {
      this.#running = undefined
      if (this.#isWanted) this.wake()
    })
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Resolves once no job is running. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** Gives back a crashed server's jobs. Call it before serving, only if no other server runs. */
  async closeOrphans(): Promise<void> {
    await this.#kind.rows.giveBackAll(this.#options.db)
  }

  /** Begins no further job; the one that runs goes on. */
  leave(): void {
    clearInterval(this.#poll)
    this.#leaving.abort()
  }

  /** Gives the running job back; the next server begins it again. */
  async close(): Promise<void> {
    this.leave()
    this.#closing.abort()
    await this.#kind.close?.()
    await this.#running
  }

  async #look(): Promise<void> {
    if (this.#running || this.#isLooking) return
    this.#isLooking = true
    try {
      if (await this.#kind.rows.areWaiting(this.#options.db, this.#times.leaseMs)) this.wake()
    } catch (error) {
      this.#say(this.#options.log, 'warn', { err: error }, 'jobs that wait can not be looked for')
    }
    this.#isLooking = false
  }

  async #runAll(): Promise<void> {
    try {
      while (this.#isWanted && !this.#leaving.signal.aborted) {
        this.#isWanted = false
        for (let job = await this.#claim(); job; job = await this.#claim()) await this.#run(job)
      }
    } catch (error) {
      // A later poll finds the job again, once its lease has ended.
      this.#options.log.warn({ err: error }, this.#kind.failed)
    }
  }

  async #claim(): Promise<Job | null> {
    if (this.#leaving.signal.aborted) return null
    return this.#kind.claim({ claim: randomUUID(), leaseMs: this.#times.leaseMs })
  }

  async #run(job: Job): Promise<void> {
    if (job.tries > MOST_TRIES) return this.#kind.giveUp(job)
    const lost = new AbortController()
    const beat = setInterval(() => this.#beat(job, lost), this.#times.beatMs)
    const began = performance.now()
    let outcome: 'done' | 'failed' = 'done'
    try {
      await this.#kind.run(job, AbortSignal.any([lost.signal, this.#closing.signal]))
    } catch (error) {
      outcome = 'failed'
      await this.#end(job, error, lost.signal.aborted)
    } finally {
      clearInterval(beat)
      this.#options.measure?.(outcome, (performance.now() - began) / 1000)
    }
  }

  async #end(job: Job, error: unknown, isLost: boolean): Promise<void> {
    const { db, log } = this.#options
    if (isLost || error instanceof LeaseLost) return
    if (this.#closing.signal.aborted) return this.#kind.rows.giveBack(db, job)
    log.warn({ err: error, tries: job.tries }, this.#kind.failed)
    const { retryMs, leaseMs } = this.#times
    const waitMs = retryMs * 2 ** (job.tries - 1)
    // That the store of files does not answer says nothing about the job.
    const counts = !(error instanceof Failure && error.code === 'files_unavailable')
    await this.#kind.rows.postpone(db, job, { waitMs, leaseMs, counts })
  }

  async #beat(job: Job, lost: AbortController): Promise<void> {
    // While the database fails the lease may still be held: what the work stores tells.
    const isHeld = await this.#kind.rows.beat(this.#options.db, job).catch(() => true)
    if (!isHeld) lost.abort(new LeaseLost())
  }
}
