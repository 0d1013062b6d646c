import { setTimeout as wait } from 'node:timers/promises'

/** In milliseconds. */
const WORK_MS = 5

/** The longest rest, in milliseconds: a piece that took long because others worked is not paid for twice. */
const LONGEST_REST_MS = 100

/** Lets work that can wait rest: after each few milliseconds of it for as long as they took. */
export class Pacer {
  readonly #wait: (ms: number) => Promise<unknown>
  #began = performance.now()

  constructor(waiting: (ms: number) => Promise<unknown> = (ms) => wait(ms)) {
    this.#wait = waiting
  }

  /** To be called after each piece. */
  async rest(): Promise<void> {
    const worked = performance.now() - this.#began
    if (worked < WORK_MS) return
    await this.#wait(Math.min(worked, LONGEST_REST_MS))
    this.#began = performance.now()
  }
}
