import type { SaidSoFar } from '../turns/said-so-far.ts'

/**
 * A notification about a run: it was stored (`changed`), a running turn changed (`said`), nothing happened within the
 * timeout (`nothing`), or no more notifications follow on this server (`closed`).
 */
type RunEvent = 'changed' | 'said' | 'nothing' | 'closed'

interface LiveTurn extends SaidSoFar {
  /** Until when a rate limit delays it. */
  waitsUntil: Date | null
}

/** The listeners to runs on this server, and the state of the turns that it receives. */
export class LiveRuns {
  readonly #turns = new Map<string, LiveTurn>()
  readonly #listeners = new Map<string, Set<RunListener>>()
  #closed = false

  begin(turnId: string): void {
    this.#turns.set(turnId, { content: '', sources: null, waitsUntil: null })
  }

  said(runId: string, turnId: string, so: SaidSoFar): void {
    this.#turns.set(turnId, { ...so, waitsUntil: null })
    this.#tell(runId, 'said')
  }

  /** A rate limit delays a turn until then; null if it no longer does. */
  waits(runId: string, turnId: string, waitsUntil: Date | null): void {
    const known = this.#turns.get(turnId)
    // The turn was stopped while it waited.
    if (!known) return
    this.#turns.set(turnId, { ...known, waitsUntil })
    this.#tell(runId, 'said')
  }

  /** A turn has ended and is stored; its state here is dropped. */
  over(turnId: string): void {
    this.#turns.delete(turnId)
  }

  changed(runId: string): void {
    this.#tell(runId, 'changed')
  }

  find(turnId: string): LiveTurn | undefined {
    return this.#turns.get(turnId)
  }

  /** Adds a listener to a run, until it is closed. */
  listen(runId: string): RunListener {
    const listeners = this.#listeners.get(runId) ?? new Set()
    this.#listeners.set(runId, listeners)
    const listener = new RunListener(
      () => this.#closed,
      () => {
        listeners.delete(listener)
        if (listeners.size === 0) this.#listeners.delete(runId)
      },
    )
    listeners.add(listener)
    return listener
  }

  /** Notifies all present and future listeners that the server shuts down. */
  close(): void {
    this.#closed = true
    for (const runId of this.#listeners.keys()) this.#tell(runId, 'changed')
  }

  #tell(runId: string, received: 'changed' | 'said'): void {
    for (const listener of this.#listeners.get(runId) ?? []) listener.receive(received)
  }
}

class RunListener {
  readonly #isClosed: () => boolean
  readonly close: () => void
  #waiting: 'changed' | 'said' | undefined
  #wake = () => {}

  constructor(isClosed: () => boolean, close: () => void) {
    this.#isClosed = isClosed
    this.close = close
  }

  /**
   * Waits for the next notification. Of several since the last call, only the most important one is returned.
   * @param within the timeout in milliseconds, after which `nothing` is returned
   */
  async next(gone: AbortSignal, within: number): Promise<RunEvent> {
    if (!this.#waiting && !this.#isClosed() && !gone.aborted)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, within)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
        gone.addEventListener('abort', this.#wake, { once: true })
      })
    gone.removeEventListener('abort', this.#wake)
    const received = this.#isClosed() ? 'closed' : (this.#waiting ?? 'nothing')
    this.#waiting = undefined
    return received
  }

  receive(received: 'changed' | 'said'): void {
    if (this.#waiting !== 'changed') this.#waiting = received
    this.#wake()
  }
}
