import type { SaidSoFar } from '../turns/said-so-far.ts'

/** `said`: a running turn changed; `nothing`: the timeout passed; `closed`: no more follow on this server. */
type RunEvent = 'changed' | 'said' | 'nothing' | 'closed'

interface LiveTurn extends SaidSoFar {
  waitsUntil: Date | null
}

/** The listeners to runs on this server, and the state of its turns. */
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

  over(turnId: string): void {
    this.#turns.delete(turnId)
  }

  changed(runId: string): void {
    this.#tell(runId, 'changed')
  }

  find(turnId: string): LiveTurn | undefined {
    return this.#turns.get(turnId)
  }

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

  /** Also notifies future listeners. */
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

  /** Returns the most important of several notifications since the last call. `within` is in milliseconds. */
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
