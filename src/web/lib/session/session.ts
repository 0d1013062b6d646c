import type { SignedAgreement } from '../../../shared/session/fresh-signature.ts'
import type { Session, SignInInput, SignInProof } from '../../../shared/session/session.ts'
import { ApiError } from '../http/api.ts'
import { retryableStatuses } from '../http/reconnecting.ts'
import { Listeners } from '../listeners.ts'
import { readSessionEvent, type SessionEvent } from './session-events.ts'
import { type RequestParts, SessionRequests } from './session-requests.ts'

/** The milliseconds between checks, and how many checks before its end the session is refreshed (section 9). */
const TICK_MS = 30_000
const REFRESH_WITHIN_TICKS = 3
/** With so many milliseconds left or fewer, a session counts as ended after a pause (section 9). */
const EXPIRY_MARGIN_MS = 10_000
/** Statuses that refuse a refresh for the moment, not for good. */
const later: ReadonlySet<number> = new Set([408, 429, 507, ...retryableStatuses])
/** Statuses after which the session is gone anyway (section 8). */
const signedOutAnyway: ReadonlySet<number> = new Set([401, 403, 404])

/** Scripts can't read the cookie. `alive` is a guess; `ending`: signed out, but the server has not been told yet. */
export interface SessionHint {
  get: () => 'alive' | 'ending' | null
  set: (hint: 'alive' | 'ending' | null) => void
  /** Sets `alive`. @returns sets again what was there before */
  expect: () => () => void
}

interface SessionParts extends RequestParts {
  /** Between the tabs of this browser. */
  channel: { postMessage: (message: SessionEvent) => void; onmessage: ((event: MessageEvent) => void) | null }
  hint: SessionHint
}

/** One session for all tabs. Asks the server only when needed, and only in a browser that has been signed in before. */
export class SessionClient {
  readonly #parts: SessionParts
  readonly #requests: SessionRequests
  readonly #listeners = new Listeners<[SessionEvent]>()
  #session: Session | null = null
  #isLoaded = false
  #loading: Promise<Session | null> | undefined
  #refreshing: Promise<Session | null> | undefined
  #refreshAborter = new AbortController()
  #stopTick = () => {}
  /** Requests with the cookie run one after another; otherwise a late response could overwrite a newer one. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#requests = new SessionRequests(parts)
    parts.channel.onmessage = ({ data }: MessageEvent) => this.#hearOtherTab(data)
  }

  /** The session as far as this tab knows; asks nobody. */
  current(): Session | null {
    return this.#session
  }

  serverTime(): Date {
    return new Date(this.#requests.now())
  }

  on(listener: (event: SessionEvent) => void): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * @param isThere the caller knows of a session, even if this browser has stored no hint of it
   * @throws {ApiError} or the error of `fetch`, if the server can't be asked; the next call tries again
   */
  async load({ isThere = false } = {}): Promise<Session | null> {
    const { hint } = this.#parts
    if (isThere && !this.#session && hint.get() === null) {
      hint.set('alive')
      this.#isLoaded = false
    }
    if (this.#isExpiring()) return this.refresh()
    if (this.#isLoaded) return this.#session
    this.#loading ??= this.#loadOnce().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  /** Returns the message that the wallet must sign. Throws as `load` does. */
  requestNonce(address: string): Promise<SignInInput> {
    return this.#requests.nonce(address)
  }

  /** Returns the message that the session's wallet must sign. Throws as `load` does. */
  requestSignature(agreement: SignedAgreement): Promise<SignInInput> {
    return this.#requests.signature(agreement)
  }

  /**
   * A proof counts only once, so a lost response is no reason to retry: the server is asked who is signed in. Throws as
   * `load` does.
   */
  signIn(proof: SignInProof): Promise<Session> {
    return this.#inOrder(async () => {
      const next = await this.#prove(proof)
      if (!next) throw new Error('The server signed nobody in.')
      this.#adopt(next)
      this.#announce({ type: 'signed in', session: next }, 'in all tabs')
      return next
    })
  }

  /**
   * Ends the session here at once, and at the server as soon as it can be reached. Never throws.
   * @param isThere the caller knows of a session that this client may not know
   */
  async signOut({ isThere = false } = {}): Promise<void> {
    const { hint } = this.#parts
    this.#refreshAborter.abort()
    this.#isLoaded = true
    if (isThere || hint.get() !== null || this.#session) hint.set('ending')
    if (this.#session) this.#drop('in all tabs')
    else if (isThere) this.#announce({ type: 'signed out' }, 'in all tabs')
    await this.#inOrder(async () => {
      // Drops a session from a sign-in that was still queued.
      this.#drop('in all tabs')
      if (hint.get() !== null) await this.#finishSignOut()
    })
  }

  /** Null if the server refused for good. If it can't be reached, the session stays until the next tick. */
  refresh(): Promise<Session | null> {
    this.#refreshing ??= this.#inOrder(() => this.#extend()).finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** Must be called when the page is shown again, is online again, or the machine wakes up. */
  wake(): void {
    if (this.#isExpiring()) void this.refresh()
    else if (this.#session) this.#tick()
    else if (this.#isLoaded && this.#parts.hint.get() === 'ending')
      void this.#inOrder(() => this.#finishSignOut())
  }

  close(): void {
    this.#stopTick()
    this.#parts.channel.onmessage = null
  }

  #hearOtherTab(message: unknown): void {
    const event = readSessionEvent(message)
    if (event?.type === 'signed out') {
      this.#refreshAborter.abort()
      this.#drop('here')
    } else if (event) {
      this.#adopt(event.session)
      this.#announce(event, 'here')
    }
  }

  #inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => {})
    return result
  }

  #remaining(of: Session): number {
    return Date.parse(of.expiresAt) - this.#requests.now()
  }

  #isExpiring(): boolean {
    return this.#session !== null && this.#remaining(this.#session) <= EXPIRY_MARGIN_MS
  }

  #adopt(next: Session | null): void {
    this.#session = next
    this.#isLoaded = true
    this.#stopTick()
    this.#stopTick = next ? this.#parts.after(TICK_MS, () => this.#tick()) : () => {}
  }

  #announce(event: SessionEvent, where: 'here' | 'in all tabs'): void {
    if (where === 'in all tabs') this.#parts.channel.postMessage(event)
    this.#listeners.notify(event)
  }

  #drop(where: 'here' | 'in all tabs'): void {
    if (!this.#session) return
    this.#adopt(null)
    this.#announce({ type: 'signed out' }, where)
  }

  #tick(): void {
    this.#stopTick()
    this.#stopTick = this.#parts.after(TICK_MS, () => this.#tick())
    if (this.#session && Math.floor(this.#remaining(this.#session) / TICK_MS) <= REFRESH_WITHIN_TICKS)
      void this.refresh()
  }

  async #extend(): Promise<Session | null> {
    const before = this.#session
    if (!before) return null
    this.#refreshAborter = new AbortController()
    try {
      // It may retry until the next tick.
      const next = await this.#requests.refresh(TICK_MS, this.#refreshAborter.signal)
      if (!next) throw new ApiError(401, undefined)
      // The session was ended or replaced during the request, here or by another tab.
      if (this.#session !== before) return this.#session
      this.#adopt(next)
      const isSameUser = next.user.address === before.user.address
      this.#announce({ type: isSameUser ? 'refreshed' : 'user updated', session: next }, 'in all tabs')
    } catch (error) {
      if (error instanceof ApiError && !later.has(error.status) && this.#session === before) {
        this.#parts.hint.set(null)
        this.#drop('in all tabs')
      }
    }
    return this.#session
  }

  /** If the server can't be reached, the next `load` or `wake` tries again. */
  async #finishSignOut(): Promise<void> {
    const { hint } = this.#parts
    try {
      await this.#requests.end()
    } catch (error) {
      if (!(error instanceof ApiError && signedOutAnyway.has(error.status))) return hint.set('ending')
    }
    hint.set(null)
  }

  async #prove(proof: SignInProof): Promise<Session | null> {
    const { hint } = this.#parts
    const restore = hint.expect()
    try {
      return await this.#requests.prove(proof)
    } catch (error) {
      const refused = error instanceof ApiError && !retryableStatuses.has(error.status)
      if (refused) restore()
      const next = refused ? null : await this.#requests.current().catch(() => null)
      // The server could not be asked either, so the next `load` asks it.
      if (!next) this.#isLoaded = false
      if (next?.user.address !== proof.address) throw error
      return next
    }
  }

  async #loadOnce(): Promise<Session | null> {
    const { hint } = this.#parts
    await this.#inOrder(async () => {
      if (hint.get() === 'ending') await this.#finishSignOut()
      if (hint.get() !== 'alive') return
      const found = await this.#requests.current()
      // A sign-out, or an event of another tab, was faster than the response.
      if (this.#isLoaded) return
      hint.set(found ? 'alive' : null)
      this.#adopt(found)
    })
    this.#isLoaded = true
    if (this.#isExpiring()) await this.refresh()
    this.#announce({ type: 'initial session', session: this.#session }, 'here')
    return this.#session
  }
}
