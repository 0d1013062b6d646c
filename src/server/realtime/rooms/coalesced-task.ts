import type { Logger } from '../../base/log.ts'
import { logSeldom } from '../../base/log-seldom.ts'
import { Failure } from '../../domain/failure.ts'

/** Milliseconds before a question that failed is asked again. */
const RETRY_MS = 1_000

/** A question of which one is under way at most, whoever asks. */
export interface CoalescedTask {
  /** Asks, or asks again after the one under way. @returns the number of the question that surely begins after this call */
  ask(): number
  /** The number of the last question that was answered. */
  answered(): number
  /** Asks no more. */
  close(): void
}

/**
 * @param question what it throws is logged, and it is asked again after a pause
 * @param options.afterwards is called after each answer
 */
export function coalesce(
  question: () => Promise<void>,
  { log, what, afterwards }: { log: Logger; what: string; afterwards?: () => void },
): CoalescedTask {
  const say = logSeldom()
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
      // That it is not somebody's turn yet is no fault.
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
