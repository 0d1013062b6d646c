import type { RunningReply } from './running-reply.ts'

/** In milliseconds: a reply of up to twenty seconds is stored once between its beginning and its end. */
const FIRST_MS = 10_000

/** Each wait is twice as long as the one before, up to this many milliseconds. */
const MOST_MS = 60_000

/**
 * When the words of a reply are stored although the relay keeps them: what was said since is lost only if its server and
 * the relay's memory are lost at once.
 */
export class StoreMarks {
  readonly #firstMs: number
  readonly #marks = new WeakMap<RunningReply, { at: number; waitMs: number }>()

  constructor(firstMs = FIRST_MS) {
    this.#firstMs = firstMs
  }

  isDue(reply: RunningReply, now: number): boolean {
    const mark = this.#marks.get(reply)
    if (!mark) this.#marks.set(reply, { at: now + this.#firstMs, waitMs: this.#firstMs })
    return mark !== undefined && now >= mark.at
  }

  stored(reply: RunningReply, now: number): void {
    const { waitMs } = this.#marks.get(reply) ?? { waitMs: this.#firstMs }
    const next = Math.min(waitMs * 2, MOST_MS)
    this.#marks.set(reply, { at: now + next, waitMs: next })
  }
}
