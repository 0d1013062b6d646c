import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import { Failure } from '../../domain/failure.ts'

/** Delay before a failed query is retried, in milliseconds. */
const RETRY_MS = 1_000

/** A query that runs at most once at a time, however many callers request it. */
export interface CoalescedTask {
  /**
   * Runs the query, or runs it again after the current one. @returns the number of the first run that is certain to
   * begin after this call
   */
  ask(): number
  /** The number of the last run that succeeded. */
  answered(): number
  /** Cancels pending runs and retries. */
  close(): void
}

/**
 * @param question the query; an error is logged, and the query is retried after a delay
 * @param options.afterwards is called after each successful run
 */
export function coalesce(
  question: () => Promise<void>,
  { log, what, afterwards }: { log: Logger; what: string; afterwards?: () => void },
): CoalescedTask {
  const say = logThrottled()
  let begun = 0
  let answered = 0
  let state: 'idle' | 'asking' | 'pausing' | 'closed' = 'idle'
  let again = false
  let pause: NodeJS.Timeout | undefined

  async function run() {
    state = 'asking'
    again = false
    begun += 1
    const number = begun
    try {
      await question()
      answered = number
    } catch (error) {
      if (isClosed()) return
      // A `Failure`, such as a refusal by the queue, is not worth a warning.
      if (!(error instanceof Failure))
        say(log, 'warn', { err: error }, `${what} could not be read; trying again`)
      state = 'pausing'
      pause = setTimeout(run, RETRY_MS).unref()
      return
    }
    if (isClosed()) return
    state = 'idle'
    if (again) void run()
    afterwards?.()
  }

  const isClosed = () => state === 'closed'

  return {
    ask() {
      if (state === 'idle') {
        void run()
        return begun
      }
      again = true
      return begun + 1
    },
    answered: () => answered,
    close() {
      state = 'closed'
      clearTimeout(pause)
    },
  }
}
