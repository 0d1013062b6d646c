import type { SignedAction } from '../../../shared/session/fresh-signature.ts'
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

/** Section 9, in milliseconds: how often the session is looked at, and from when on it is refreshed. */
const TICK_MS = 30_000
const REFRESH_WITHIN_TICKS = 3
/** Section 9: a session this near its end counts as ended when it is met again after a pause. */
const EXPIRY_MARGIN_MS = 10_000
/** How long retries may go on where a person waits; a refresh may go on until the next tick. */
const PATIENCE_MS = 3_000
/** Not now, which is no refusal for good. */
const later: ReadonlySet<number> = new Set([408, 429, 507, ...retryableStatuses])
/** Section 8: what a server may say to a sign-out without anything being wrong. */
const signedOutAnyway: ReadonlySet<number> = new Set([401, 403, 404])

/**
 * What this browser remembers of its session, because scripts cannot see the cookie. `alive`: there is probably one;
 * `ending`: it was signed out, but the server does not know yet.
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
  /** From 0 up to 1. */
  random: () => number
  /** Between the tabs of this browser. */
  channel: { postMessage: (message: SessionEvent) => void; onmessage: ((event: MessageEvent) => void) | null }
  hint: SessionHint
}

export type SessionClient = ReturnType<typeof createSessionClient>

/**
 * The browser's side of the session: knows whose it is and until when, keeps it alive, and agrees with other tabs.
 * Asks the server only when first needed, and then only in a browser that has been signed in before.
 */
export function createSessionClient({ fetch, clock, after, random, channel, hint }: SessionParts) {
  const listeners = new Set<(event: SessionEvent) => void>()
  let session: Session | null = null
  let loaded = false
  let loading: Promise<Session | null> | undefined
  let refreshing: Promise<Session | null> | undefined
  let refreshAborter = new AbortController()
  let stopTick = () => {}
  /** How far the server's clock is ahead of this one, in milliseconds. */
  let skew = 0
  /** Requests that touch the cookie go out one after another, or a late answer would undo a newer one. */
  let queue: Promise<unknown> = Promise.resolve()

  const ask = retryingFetch({ fetch, clock, after, random, onAnswer: readClock })
  const remaining = (of: Session) => Date.parse(of.expiresAt) - clock() - skew

  function readClock(response: Response): void {
    const ahead = Date.parse(response.headers.get('date') ?? '') - clock()
    // The header counts whole seconds, so a small difference means nothing.
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

  /** Extends the session; null once the server has refused for good. Out of reach, it stays until the next tick. */
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
      // Signed out, or told by another tab, while the answer was on its way.
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

  /** Tells the server of a sign-out; where it can't be told, the next visit does. */
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
      // Signing out, or another tab, may have overtaken the question.
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
    /** The session as far as this tab knows. */
    current: () => session,

    /** @returns what takes the listener away */
    on(listener: (event: SessionEvent) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * The living session, if this browser has one.
     * @param isThere whether the caller knows of one, which this browser need not remember
     * @throws {ApiError} or what fetch throws, where the server can't be asked; the next call asks again
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

    /** Begins a sign-in: what the wallet is to sign. Throws as `load` does. */
    async requestNonce(address: string): Promise<SignInInput> {
      const response = await ask('/api/session/nonce', post({ address }), { patience: PATIENCE_MS })
      return signInInputSchema.parse(await response.json())
    },

    /** What the session's wallet is to sign for an action. Throws as `load` does. */
    async requestSignature(action: SignedAction): Promise<SignInInput> {
      const response = await ask('/api/session/signature', post({ action }), { patience: PATIENCE_MS })
      return signInInputSchema.parse(await response.json())
    },

    /**
     * Ends it with the wallet's proof. The server takes a proof once, so it is sent once; where the answer got lost,
     * the server is asked who is signed in. Throws as `load` does.
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
          // Not even that could be asked: the next `load` has to.
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
     * Ends the session here at once, and at the server as soon as it can be reached. Never throws.
     * @param isThere whether the caller knows of a session that this client need not have met
     */
    async signOut({ isThere = false } = {}): Promise<void> {
      refreshAborter.abort()
      loaded = true
      if (isThere || hint.get() !== null || session) hint.set('ending')
      if (session) drop('in all tabs')
      else if (isThere) announce({ type: 'signed out' }, 'in all tabs')
      await inOrder(async () => {
        // A sign-in that was on its way when this was asked.
        drop('in all tabs')
        if (hint.get() !== null) await finishSignOut()
      })
    },

    refresh,

    /** To be called when the page comes back: shown again, online again, or the machine awake again. */
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
