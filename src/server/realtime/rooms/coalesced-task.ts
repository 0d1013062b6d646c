import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import { Failure } from '../../domain/failure.ts'

const RETRY_MS = 1_000

/** A query that runs at most once at a time, however many callers request it. */
export class CoalescedTask {
  readonly #question: () => Promise<void>
  readonly #options: { log: Logger; what: string; afterwards?: () => void }
  readonly #say = logThrottled()
  #begun = 0
  #answered = 0
  #state: 'idle' | 'asking' | 'pausing' | 'closed' = 'idle'
  #again = false
  #pause: NodeJS.Timeout | undefined

  /** A failed query is logged and retried after a delay; `afterwards` is called after each successful run. */
  constructor(
    question: () => Promise<void>,
    options: { log: Logger; what: string; afterwards?: () => void },
  ) {
    this.#question = question
    this.#options = options
  }

  /** Runs the query now, or after the current run. @returns the first run that is certain to begin after this call */
  ask(): number {
    if (this.#state === 'idle') {
      void this.#run()
      return this.#begun
    }
    this.#again = true
    return this.#begun + 1
  }

  /** The number of the last run that succeeded. */
  answered(): number {
    return this.#answered
  }

  close(): void {
    this.#state = 'closed'
    clearTimeout(this.#pause)
  }

  async #run(): Promise<void> {
    this.#state = 'asking'
    this.#again = false
    this.#begun += 1
    const number = this.#begun
    try {
      await this.#question()
      this.#answered = number
    } catch (error) {
      if (this.#isClosed()) return
      // A `Failure`, such as a refusal by the queue, is not worth a warning.
      if (!(error instanceof Failure))
        this.#say(
          this.#options.log,
          'warn',
          { err: error },
          `${this.#options.what} could not be read; trying again`,
        )
      this.#state = 'pausing'
      this.#pause = setTimeout(() => this.#run(), RETRY_MS).unref()
      return
    }
    if (this.#isClosed()) return
    this.#state = 'idle'
    if (this.#again) void this.#run()
    this.#options.afterwards?.()
  }

  #isClosed(): boolean {
    return this.#state === 'closed'
  }
}
