import { Failure } from './failure.ts'

/**
 * Gives work under one name `each` places at most. `what` names the work in refusals.
 * @throws {Failure} from the returned function: `rate_limited` if no place is left
 */
export function createSemaphore(places: { inside: number; waiting: number; each?: number }, what = 'images') {
  let inside = 0
  const waiting: (() => void)[] = []
  const held = new Map<string, number>()

  return async function pass<Result>(work: () => Promise<Result>, name?: string): Promise<Result> {
    if (name !== undefined && (held.get(name) ?? 0) >= (places.each ?? Number.POSITIVE_INFINITY))
      throw busy(`Your other ${what} come first. Try again.`, held.get(name) ?? 0)
    if (inside >= places.inside && waiting.length >= places.waiting)
      throw busy(`The server is busy with other ${what}. Try again.`, waiting.length)
    if (name !== undefined) held.set(name, (held.get(name) ?? 0) + 1)
    if (inside < places.inside) inside += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Handed over directly, so that nobody else can take the place in between.
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
      if (name !== undefined) {
        const others = (held.get(name) ?? 1) - 1
        if (others > 0) held.set(name, others)
        else held.delete(name)
      }
    }
  }
}

/** A picture takes some tenths of a second. */
function busy(message: string, ahead: number): Failure {
  return new Failure('rate_limited', message, { retryAfter: Math.max(1, Math.ceil(ahead / 3)) })
}
