import { setTimeout as wait } from 'node:timers/promises'

/** In milliseconds. */
const WORK_MS = 5

/** Lets work that can wait rest: after each few milliseconds of it for as long as they took. */
export class Pacer {
  readonly #wait: (ms: number) => Promise<unknown>
  readonly #longestMs: number
  #began = performance.now()

  /** @param options.longestMs of a rest: a piece that took long because others worked is then not paid for twice */
  constructor(
    options: { wait?: ((ms: number) => Promise<unknown>) | undefined; longestMs?: number | undefined } = {},
  ) {
    this.#wait = options.wait ?? ((ms) => wait(ms))
    this.#longestMs = options.longestMs ?? 100
  }

  /** To be called after each piece. */
  async rest(): Promise<void> {
    const worked = performance.now() - this.#began
    if (worked < WORK_MS) return
    await this.#wait(Math.min(worked, this.#longestMs))
    this.#began = performance.now()
  }
}
