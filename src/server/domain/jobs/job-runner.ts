import { randomUUID } from 'node:crypto'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { Attempt, ClaimedRow, LeasedRows } from '../../db/jobs/leased-rows.ts'

/** A kind of work that is stored as rows and done by whichever server claims them. */
export interface JobKind<Job extends ClaimedRow> {
  rows: LeasedRows
  /** What the log says of an attempt that failed. */
  failed: string
  /** Claims the next row, and reads what is needed to work on it. */
  claim(attempt: Attempt): Promise<Job | null>
  /**
   * Does the work and stores its end. What it stores on the way has to compare the claim, because another server may
   * have taken the job over.
   * @param signal aborts when the lease is lost or this server shuts down
   * @throws {LeaseLost} if it finds out first; any other error has the job tried again later
   */
  run(job: Job, signal: AbortSignal): Promise<void>
  /** Stores that a job is not tried again. */
  giveUp(job: Job): Promise<void>
  /** Ends what the work needed, at a shutdown, and so a job that runs. */
  close?(): Promise<void>
}

/** Thrown by work whose row belongs to another attempt by now, or to none. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** All times in milliseconds. */
export interface JobTimes {
  /** How long a server may send no heartbeat before another one takes its job over. */
  leaseMs: number
  beatMs: number
  /** How long a job waits after its first attempt failed; after each further one twice as long. */
  retryMs: number
  /** The interval of polls for jobs that no server does. */
  pollMs: number
}

const TIMES: JobTimes = { leaseMs: 60_000, beatMs: 10_000, retryMs: 30_000, pollMs: 3_000 }

/** A job is given up after this many attempts that failed, or whose server crashed. */
const MOST_TRIES = 3

export interface JobRunnerOptions {
  db: Db
  clock: () => Date
  log: Logger
  /** For tests. */
  times?: Partial<JobTimes> | undefined
}

/** Does the jobs of one kind, one at a time, besides the other servers of the same database. */
export class JobRunner<Job extends ClaimedRow> {
  readonly #kind: JobKind<Job>
  readonly #options: JobRunnerOptions
  readonly #times: JobTimes
  readonly #say = logThrottled()
  readonly #closing = new AbortController()
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
    if (this.#running || this.#closing.signal.aborted) return
    this.#running = this.#runAll().finally(() => {
      this.#running = undefined
      if (this.#isWanted) this.wake()
    })
  }

  /** Resolves once no job is running. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** Gives back the jobs of a server that is gone. To be called before serving, if no other server is running. */
  async closeOrphans(): Promise<void> {
    await this.#kind.rows.giveBackAll(this.#options.db)
  }

  /** Aborts the running job and gives it back; the next server begins it again. */
  async close(): Promise<void> {
    clearInterval(this.#poll)
    this.#closing.abort()
    await this.#kind.close?.()
    await this.#running
  }

  async #look(): Promise<void> {
    if (this.#running || this.#isLooking) return
    this.#isLooking = true
    try {
      if (await this.#kind.rows.areWaiting(this.#options.db, this.#dead())) this.wake()
    } catch (error) {
      this.#say(this.#options.log, 'warn', { err: error }, 'jobs that wait can not be looked for')
    }
    this.#isLooking = false
  }

  async #runAll(): Promise<void> {
    try {
      while (this.#isWanted && !this.#closing.signal.aborted) {
        this.#isWanted = false
        for (let job = await this.#claim(); job; job = await this.#claim()) await this.#run(job)
      }
    } catch (error) {
      // A later poll finds the job again, once its lease has ended.
      this.#options.log.warn({ err: error }, this.#kind.failed)
    }
  }

  async #claim(): Promise<Job | null> {
    if (this.#closing.signal.aborted) return null
    return this.#kind.claim({ claim: randomUUID(), at: this.#options.clock(), dead: this.#dead() })
  }

  async #run(job: Job): Promise<void> {
    if (job.tries > MOST_TRIES) return this.#kind.giveUp(job)
    const lost = new AbortController()
    const beat = setInterval(() => this.#beat(job, lost), this.#times.beatMs)
    try {
      await this.#kind.run(job, AbortSignal.any([lost.signal, this.#closing.signal]))
    } catch (error) {
      await this.#end(job, error, lost.signal.aborted)
    } finally {
      clearInterval(beat)
    }
  }

  /** Ends an attempt that broke off. */
  async #end(job: Job, error: unknown, isLost: boolean): Promise<void> {
    const { db, clock, log } = this.#options
    if (isLost || error instanceof LeaseLost) return
    if (this.#closing.signal.aborted) return this.#kind.rows.giveBack(db, job)
    log.warn({ err: error, tries: job.tries }, this.#kind.failed)
    const waitMs = this.#times.retryMs * 2 ** (job.tries - 1)
    await this.#kind.rows.postpone(db, job, new Date(clock().getTime() + waitMs - this.#times.leaseMs))
  }

  async #beat(job: Job, lost: AbortController): Promise<void> {
    // While the database fails the lease may still be this server's: what the work stores tells.
    const isHeld = await this.#kind.rows.beat(this.#options.db, job, this.#options.clock()).catch(() => true)
    if (!isHeld) lost.abort(new LeaseLost())
  }

  #dead(): Date {
    return new Date(this.#options.clock().getTime() - this.#times.leaseMs)
  }
}
