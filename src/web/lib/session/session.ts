import type { SignedAgreement } from '../../../shared/session/fresh-signature.ts'
import {
  currentSessionSchema,
  type Session,
  type SignInInput,
  type SignInProof,
  signInInputSchema,
} from '../../../shared/session/session.ts'
import { ApiError } from '../http/api.ts'
import { retryableStatuses } from '../http/reconnecting.ts'
import { type After, retryingFetch } from '../http/retrying-fetch.ts'
import { readSessionEvent, type SessionEvent } from './session-events.ts'

/**
 * The interval of the session check in milliseconds, and how many intervals before its end the session is refreshed
 * (section 9).
 */
const TICK_MS = 30_000
const REFRESH_WITHIN_TICKS = 3
/** A session with this many milliseconds left or fewer counts as ended when it is checked after a pause (section 9). */
const EXPIRY_MARGIN_MS = 10_000
/** How long retries may take while a person waits, in milliseconds. A refresh may retry until the next tick. */
const PATIENCE_MS = 3_000
/** Statuses that refuse a refresh for the moment, not for good. */
const later: ReadonlySet<number> = new Set([408, 429, 507, ...retryableStatuses])
/** Error statuses of a sign-out that mean that the session is gone anyway (section 8). */
const signedOutAnyway: ReadonlySet<number> = new Set([401, 403, 404])

/**
 * What this browser stores about its session, because scripts can't read the cookie. `alive` means that there is
 * probably a session; `ending` means that it was signed out, but the server has not been told yet.
 */
export interface SessionHint {
  get: () => 'alive' | 'ending' | null
  set: (hint: 'alive' | 'ending' | null) => void
}

export interface SessionParts {
  fetch: typeof globalThis.fetch
  /** The time in milliseconds since 1970. */
  clock: () => number
  after: After
  /** A random number from 0 up to, but not including, 1. */
  random: () => number
  /** The channel between the tabs of this browser. */
  channel: { postMessage: (message: SessionEvent) => void; onmessage: ((event: MessageEvent) => void) | null }
  hint: SessionHint
}

export type SessionClient = ReturnType<typeof createSessionClient>

/**
 * The client side of the session: knows its owner and its expiry, refreshes it, and synchronises it with other tabs.
 * The server is asked only when the session is first needed, and only in a browser that has been signed in before.
 */
export function createSessionClient({ fetch, clock, after, random, channel, hint }: SessionParts) {
  const listeners = new Set<(event: SessionEvent) => void>()
  let session: Session | null = null
  let loaded = false
  let loading: Promise<Session | null> | undefined
  let refreshing: Promise<Session | null> | undefined
  let refreshAborter = new AbortController()
  let stopTick = () => {}
  /** How far the server's clock is ahead of the browser's, in milliseconds. */
  let skew = 0
  /** Requests that use the cookie run one after another; otherwise a late response could overwrite a newer one. */
  let queue: Promise<unknown> = Promise.resolve()

  const ask = retryingFetch({ fetch, clock, after, random, onAnswer: readClock })
  const remaining = (of: Session) => Date.parse(of.expiresAt) - clock() - skew

  function readClock(response: Response): void {
    const ahead = Date.parse(response.headers.get('date') ?? '') - clock()
    // The `date` header has whole seconds, so small differences are ignored.
    if (!Number.isNaN(ahead)) skew = Math.abs(ahead) < 2_000 ? 0 : ahead
  }

  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = queue.then(work)
    queue = result.catch(() => {})
    return result
  }

  function adopt(next: Session | null): void {
    session = next
    loaded = true
    stopTick()
    stopTick = next ? after(TICK_MS, tick) : () => {}
  }

  function announce(event: SessionEvent, where: 'here' | 'in all tabs'): void {
    if (where === 'in all tabs') channel.postMessage(event)
    for (const listener of listeners) listener(event)
  }

  function drop(where: 'here' | 'in all tabs'): void {
    if (!session) return
    adopt(null)
    announce({ type: 'signed out' }, where)
  }

  function tick(): void {
    stopTick()
    stopTick = after(TICK_MS, tick)
    if (session && Math.floor(remaining(session) / TICK_MS) <= REFRESH_WITHIN_TICKS) void refresh()
  }

  /**
   * Extends the session. The result is null if the server refused for good. If the server can't be reached, the
   * session stays until the next tick.
   */
  function refresh(): Promise<Session | null> {
    refreshing ??= inOrder(extend).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function extend(): Promise<Session | null> {
    const before = session
    if (!before) return null
    refreshAborter = new AbortController()
    try {
      const options = { patience: TICK_MS, signal: refreshAborter.signal }
      const response = await ask('/api/session/refresh', { method: 'POST' }, options)
      const { session: next } = currentSessionSchema.parse(await response.json())
      if (!next) throw new ApiError(401, undefined)
      // The session was ended or replaced, here or by another tab, during the request.
      if (session !== before) return session
      adopt(next)
      const isSameUser = next.user.address === before.user.address
      announce({ type: isSameUser ? 'refreshed' : 'user updated', session: next }, 'in all tabs')
    } catch (error) {
      if (error instanceof ApiError && !later.has(error.status) && session === before) {
        hint.set(null)
        drop('in all tabs')
      }
    }
    return session
  }

  /** Ends the session at the server. If the server can't be reached, the next `load` or `wake` tries again. */
  async function finishSignOut(): Promise<void> {
    try {
      await ask('/api/session', { method: 'DELETE' }, { patience: PATIENCE_MS })
    } catch (error) {
      if (!(error instanceof ApiError && signedOutAnyway.has(error.status))) return hint.set('ending')
    }
    hint.set(null)
  }

  async function askForSession(): Promise<Session | null> {
    const response = await ask('/api/session', { method: 'GET' }, { patience: PATIENCE_MS })
    return currentSessionSchema.parse(await response.json()).session
  }

  async function loadOnce(): Promise<Session | null> {
    await inOrder(async () => {
      if (hint.get() === 'ending') await finishSignOut()
      if (hint.get() !== 'alive') return
      const found = await askForSession()
      // A sign-out, or an event of another tab, was faster than the response.
      if (loaded) return
      hint.set(found ? 'alive' : null)
      adopt(found)
    })
    loaded = true
    if (session && remaining(session) <= EXPIRY_MARGIN_MS) await refresh()
    announce({ type: 'initial session', session }, 'here')
    return session
  }

  channel.onmessage = ({ data }: MessageEvent) => {
    const event = readSessionEvent(data)
    if (event?.type === 'signed out') {
      refreshAborter.abort()
      drop('here')
    } else if (event) {
      adopt(event.session)
      announce(event, 'here')
    }
  }

  return {
    /** The session as far as this tab knows; it asks nobody. */
    current: () => session,

    /** Adds a listener. @returns a function that removes it */
    on(listener: (event: SessionEvent) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Returns the current session, if this browser has one.
     * @param isThere whether the caller knows that there is a session, even if this browser has not stored a hint of
     *   it
     * @throws {ApiError} or the error of `fetch`, if the server can't be asked; the next call tries again
     */
    async load({ isThere = false } = {}): Promise<Session | null> {
      if (isThere && !session && hint.get() === null) {
        hint.set('alive')
        loaded = false
      }
      if (session && remaining(session) <= EXPIRY_MARGIN_MS) return refresh()
      if (loaded) return session
      loading ??= loadOnce().finally(() => {
        loading = undefined
      })
      return loading
    },

    /** Starts a sign-in. Returns the message that the wallet must sign. Throws as `load` does. */
    async requestNonce(address: string): Promise<SignInInput> {
      const response = await ask('/api/session/nonce', post({ address }), { patience: PATIENCE_MS })
      return signInInputSchema.parse(await response.json())
    },

    /** Returns the message that the session's wallet must sign for an agreement. Throws as `load` does. */
    async requestSignature(agreement: SignedAgreement): Promise<SignInInput> {
      const response = await ask('/api/session/signature', post(agreement), { patience: PATIENCE_MS })
      return signInInputSchema.parse(await response.json())
    },

    /**
     * Completes a sign-in with the wallet's proof. The server accepts a proof only once, so there is no retry; if the
     * response is lost, the server is asked who is signed in. Throws as `load` does.
     */
    signIn(proof: SignInProof): Promise<Session> {
      return inOrder(async () => {
        let next: Session | null
        const hinted = hint.get()
        hint.set('alive')
        try {
          const response = await ask('/api/session', post(proof), { patience: 0 })
          next = currentSessionSchema.parse(await response.json()).session
        } catch (error) {
          const refused = error instanceof ApiError && !retryableStatuses.has(error.status)
          if (refused) hint.set(hinted)
          next = refused ? null : await askForSession().catch(() => null)
          // The server could not be asked either, so the next `load` asks it.
          if (!next) loaded = false
          if (next?.user.address !== proof.address) throw error
        }
        if (!next) throw new Error('The server signed nobody in.')
        adopt(next)
        announce({ type: 'signed in', session: next }, 'in all tabs')
        return next
      })
    },

    /**
     * Ends the session in this browser at once, and at the server as soon as it can be reached. Never throws.
     * @param isThere whether the caller knows of a session that this client may not know
     */
    async signOut({ isThere = false } = {}): Promise<void> {
      refreshAborter.abort()
      loaded = true
      if (isThere || hint.get() !== null || session) hint.set('ending')
      if (session) drop('in all tabs')
      else if (isThere) announce({ type: 'signed out' }, 'in all tabs')
      await inOrder(async () => {
        // Drops a session from a sign-in that was still queued.
        drop('in all tabs')
        if (hint.get() !== null) await finishSignOut()
      })
    },

    refresh,

    /** Must be called when the page is shown again, is online again, or the machine wakes up. */
    wake(): void {
      if (session && remaining(session) <= EXPIRY_MARGIN_MS) void refresh()
      else if (session) tick()
      else if (loaded && hint.get() === 'ending') void inOrder(finishSignOut)
    },

    close(): void {
      stopTick()
      channel.onmessage = null
    },
  }
}

function post(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
