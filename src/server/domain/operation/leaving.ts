import { Failure } from '../failure.ts'

/** In seconds: by then a proxy has asked another server, or this server's successor listens. */
const AGAIN_S = 1

/** Whether this server was asked to end: from then on it begins nothing new, and finishes what runs. */
export class Leaving {
  readonly #begun = new AbortController()

  /** Aborted as soon as the server leaves. */
  get signal(): AbortSignal {
    return this.#begun.signal
  }

  get isBegun(): boolean {
    return this.signal.aborted
  }

  begin(): void {
    this.#begun.abort()
  }

  /**
   * To be called before anything of a new reply is stored or held, so that the same request can go to another server.
   * @throws {Failure} `not_ready`
   */
  refuseNew(): void {
    if (!this.isBegun) return
    throw new Failure('not_ready', 'This server is about to restart. Try again in a moment.', {
      retryAfter: AGAIN_S,
    })
  }
}
