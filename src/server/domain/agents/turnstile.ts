import { Failure } from '../failure.ts'

/**
 * Lets so many pieces of work run at once and so many more wait for their turn, first come first served.
 * @throws {Failure} from the returned function: `rate_limited` when all places to wait are taken
 */
export function createTurnstile(places: { inside: number; waiting: number }) {
  let inside = 0
  const waiting: (() => void)[] = []

  return async function pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (inside < places.inside) inside += 1
    else if (waiting.length < places.waiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else
      throw new Failure('rate_limited', 'The server is busy with other images. Try again.', { retryAfter: 1 })
    try {
      return await work()
    } finally {
      // Whoever is next takes the place over, so that nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}
