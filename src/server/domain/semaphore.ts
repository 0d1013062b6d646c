import { Failure } from './failure.ts'

/**
 * Lets so many pieces of work run at once and so many more wait for their turn, first come first served. Of those who
 * come under one name, `each` at most are inside or wait, so that one can't take all places.
 * @throws {Failure} from the returned function: `rate_limited` when no place is left, with the seconds in which one
 *   may be
 */
export function createSemaphore(places: { inside: number; waiting: number; each?: number }) {
  let inside = 0
  const waiting: (() => void)[] = []
  const held = new Map<string, number>()

  return async function pass<Result>(work: () => Promise<Result>, name?: string): Promise<Result> {
    if (name !== undefined && (held.get(name) ?? 0) >= (places.each ?? Number.POSITIVE_INFINITY))
      throw busy('Your other images come first. Try again.', held.get(name) ?? 0)
    if (inside >= places.inside && waiting.length >= places.waiting)
      throw busy('The server is busy with other images. Try again.', waiting.length)
    if (name !== undefined) held.set(name, (held.get(name) ?? 0) + 1)
    if (inside < places.inside) inside += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Whoever is next takes the place over, so that nobody can slip in between.
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
