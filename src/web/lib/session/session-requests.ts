import type { SignedAgreement } from '../../../shared/session/fresh-signature.ts'
import {
  currentSessionSchema,
  type Session,
  type SignInInput,
  type SignInProof,
  signInInputSchema,
} from '../../../shared/session/session.ts'
import type { After } from '../http/reconnecting.ts'
import { retryingFetch } from '../http/retrying-fetch.ts'

/** Milliseconds that retries may take while a person waits. */
const PATIENCE_MS = 3_000

export interface RequestParts {
  fetch: typeof globalThis.fetch
  /** In milliseconds since 1970. */
  clock: () => number
  after: After
  random: () => number
}

/** Every method throws an ApiError for an error response, and the error of `fetch` if the server can't be reached. */
export class SessionRequests {
  readonly #clock: () => number
  readonly #ask: ReturnType<typeof retryingFetch>
  /** Milliseconds that the server's clock is ahead of the browser's. */
  #skew = 0

  constructor(parts: RequestParts) {
    this.#clock = parts.clock
    this.#ask = retryingFetch({ ...parts, onAnswer: (response) => this.#readClock(response) })
  }

  /** The server's time in milliseconds since 1970, as far as its answers told it. */
  now(): number {
    return this.#clock() + this.#skew
  }

  async current(): Promise<Session | null> {
    return readSession(await this.#ask('/api/session', { method: 'GET' }, { patience: PATIENCE_MS }))
  }

  /** @param patience how long retries may take, in milliseconds */
  async refresh(patience: number, signal: AbortSignal): Promise<Session | null> {
    return readSession(await this.#ask('/api/session/refresh', { method: 'POST' }, { patience, signal }))
  }

  async nonce(address: string): Promise<SignInInput> {
    const response = await this.#ask('/api/session/nonce', post({ address }), { patience: PATIENCE_MS })
    return signInInputSchema.parse(await response.json())
  }

  async signature(agreement: SignedAgreement): Promise<SignInInput> {
    const response = await this.#ask('/api/session/signature', post(agreement), { patience: PATIENCE_MS })
    return signInInputSchema.parse(await response.json())
  }

  /** The server accepts a proof only once, so there is no retry. */
  async prove(proof: SignInProof): Promise<Session | null> {
    return readSession(await this.#ask('/api/session', post(proof), { patience: 0 }))
  }

  async end(): Promise<void> {
    await this.#ask('/api/session', { method: 'DELETE' }, { patience: PATIENCE_MS })
  }

  #readClock(response: Response): void {
    const ahead = Date.parse(response.headers.get('date') ?? '') - this.#clock()
    // The `date` header has whole seconds, so small differences are ignored.
    if (!Number.isNaN(ahead)) this.#skew = Math.abs(ahead) < 2_000 ? 0 : ahead
  }
}

const readSession = async (response: Response): Promise<Session | null> =>
  currentSessionSchema.parse(await response.json()).session

function post(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
