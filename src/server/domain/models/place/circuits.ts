import { RecentMap } from '../../../base/recent-map.ts'
import type { InsteadReason } from '../../../llm/provider.ts'
import type { CircuitState, SeenCircuit } from '../usable-model.ts'

/** It opens after so many failures in a row … */
const FAILURES_IN_A_ROW = 5
/** … or when half of so many answers failed. */
const LAST_ANSWERS = 20

/** Milliseconds that it stays open before one request tries: after each failed try twice as long. */
const OPEN_MS = 15_000
const MOST_OPEN_MS = 120_000

/** A provider that says to come back only after so many seconds is not asked until then. */
export const LONG_WAIT_SECONDS = 5

const MAX_CIRCUITS = 200

interface NamedModel {
  providerId: string
  model: string
}

/** How one request went; exactly one of these is called, and a second one has no effect. */
export interface Attempt {
  succeeded(): void
  /** @param retryAfter seconds, as the provider says */
  failed(why: InsteadReason, retryAfter?: number): void
  /** Nothing was learned, as when somebody stopped the reply. */
  left(): void
}

class Circuit {
  /** Newest last; true is a failure. */
  #last: boolean[] = []
  #inARow = 0
  #openMs = OPEN_MS
  #openUntil: number | null = null
  #isTrying = false
  opened = 0
  why: InsteadReason = 'failed'

  state(now: number): CircuitState {
    if (this.#openUntil === null) return 'closed'
    return this.#isTrying || now >= this.#openUntil ? 'half-open' : 'open'
  }

  /** Null while it is open, or while another request tries. */
  begin(now: () => number): Attempt | null {
    const state = this.state(now())
    if (state === 'open' || this.#isTrying) return null
    const isTry = state === 'half-open'
    this.#isTrying = isTry
    return this.#attempt(isTry, now)
  }

  /** For a request that is made whatever the state is. */
  observe(now: () => number): Attempt {
    return this.#attempt(false, now)
  }

  #attempt(isTry: boolean, now: () => number): Attempt {
    let isOver = false
    const once = (settle: () => void) => {
      if (isOver) return
      isOver = true
      if (isTry) this.#isTrying = false
      settle()
    }
    return {
      succeeded: () => once(() => this.#succeed()),
      failed: (why, retryAfter) => once(() => this.#fail(isTry, why, now(), retryAfter)),
      left: () => once(() => {}),
    }
  }

  #succeed(): void {
    this.#inARow = 0
    this.#remember(false)
    if (this.#openUntil === null) return
    this.#openUntil = null
    this.#openMs = OPEN_MS
    this.#last = []
  }

  #fail(isTry: boolean, why: InsteadReason, now: number, retryAfter = 0): void {
    this.why = why
    this.#inARow++
    this.#remember(true)
    if (this.#openUntil !== null && !isTry) return
    const isLong = retryAfter > LONG_WAIT_SECONDS
    const failures = this.#last.filter(Boolean).length
    const isOften = this.#last.length === LAST_ANSWERS && failures * 2 >= LAST_ANSWERS
    if (!isTry && !isLong && !isOften && this.#inARow < FAILURES_IN_A_ROW) return
    this.#openMs = isTry ? Math.min(this.#openMs * 2, MOST_OPEN_MS) : OPEN_MS
    this.#openUntil = now + Math.min(Math.max(this.#openMs, retryAfter * 1000), MOST_OPEN_MS)
    this.opened++
  }

  #remember(isFailure: boolean): void {
    this.#last.push(isFailure)
    if (this.#last.length > LAST_ANSWERS) this.#last.shift()
  }
}

/** One for each model of each provider: open, it is not asked where something else can answer. */
export class Circuits {
  readonly #now: () => number
  readonly #circuits = new RecentMap<string, { provider: string; model: string; circuit: Circuit }>(
    MAX_CIRCUITS,
  )

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Null while nobody should ask. */
  begin(model: NamedModel): Attempt | null {
    return this.#of(model).begin(this.#now)
  }

  /** For a model that is asked whatever the state is, as nothing else could answer. */
  observe(model: NamedModel): Attempt {
    const circuit = this.#of(model)
    return circuit.begin(this.#now) ?? circuit.observe(this.#now)
  }

  /** Why the last request failed. */
  whyOpen(model: NamedModel): InsteadReason {
    return this.#of(model).why
  }

  read(): SeenCircuit[] {
    return [...this.#circuits.values()].map(({ provider, model, circuit }) => ({
      ...{ provider, model, opened: circuit.opened },
      state: circuit.state(this.#now()),
    }))
  }

  #of({ providerId: provider, model }: NamedModel): Circuit {
    const key = `${provider}/${model}`
    const known = this.#circuits.get(key) ?? { provider, model, circuit: new Circuit() }
    this.#circuits.set(key, known)
    return known.circuit
  }
}
