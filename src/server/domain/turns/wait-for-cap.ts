import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../failure.ts'

/** How often a turn looks whether what others hold of a cap is free again. */
const TRIES = 20

/** Waits for what running replies hold of a cap, as nobody waits for a turn. @throws {Failure} once a cap is reached */
export async function waitForCap<Result>(
  { stopped, shutdown }: { stopped: AbortSignal; shutdown: AbortSignal },
  answer: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await answer()
    } catch (error) {
      const isHeld = error instanceof Failure && error.code === 'rate_limited'
      if (!isHeld || tries === TRIES || stopped.aborted || shutdown.aborted) throw error
      await wait((error.retryAfter ?? 1) * 1_000, undefined, { ref: false })
    }
}

export function isOfCap(error: unknown): error is Failure {
  return error instanceof Failure && (error.code === 'model_used_up' || error.code === 'rate_limited')
}
