import type { RealmMessage, RealmMessagePage } from '../../../../shared/realms/realm-messages.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { type Presence, RECONNECT_MS, TYPING_MS } from '../../../../shared/realms/realtime.ts'
import { backoffMs, type Reconnecting } from '../../../lib/http/reconnecting.ts'
import { newestLog, newestNumber, type RealmLog, receiveLog, receiveWords } from '../log/realm-log.ts'
import type { RealmConnection, RealmFrame } from './realm-connection.ts'

/** The longest of the reconnect pauses. */
const REFUSED_MS = RECONNECT_MS[3]

/** How often a banned viewer tries to enter again, in milliseconds. */
const BANNED_MS = 60_000

/** Timers of browsers do not go further than 24 days. */
const LONGEST_TIMER_MS = 20 * 24 * 60 * 60_000

/** The state that is only known while a realm is followed. */
export interface LivePart {
  presence: Presence | undefined
  /** The wallets that are typing, including the viewer's. */
  typing: readonly string[]
  muted: boolean
  /** When that ends, in ISO 8601; null if it has no end. */
  mutedUntil: string | null
  /** The sentence of a ban; undefined if the viewer may be here. */
  banned: string | undefined
  gone: boolean
  /** Why, where it was taken down. */
  goneWhy?: string | undefined
  /** Why the server refuses the subscription, and the time of the next try, in milliseconds of `time.now`. */
  refused: { problem: string; retryAt: number; retry: () => void } | undefined
  /** The number of the newest message when all missed messages had arrived; undefined until then. */
  caughtUpAt: number | undefined
}

export const nothingReceived: LivePart = {
  presence: undefined,
  typing: [],
  muted: false,
  mutedUntil: null,
  banned: undefined,
  gone: false,
  refused: undefined,
  caughtUpAt: undefined,
}

export interface KnownRealm {
  log: () => RealmLog | undefined
  setLog: (log: RealmLog) => void
  setDetail: (detail: RealmDetail) => void
  /** Held messages of the viewer, or for the viewer, were added or are over. */
  heldChanged: () => void
  addSpeakers: (messages: readonly RealmMessage[]) => void
  askNewest: () => Promise<RealmMessagePage>
}

interface FollowedRealmParts {
  realmId: string
  realmConnection: Pick<RealmConnection, 'connection' | 'subscribe' | 'enter'>
  known: KnownRealm
  time: Reconnecting
  onChange: (live: LivePart) => void
}

/** A subscription to a realm, which keeps the page's cached data up to date until it is closed. */
export class FollowedRealm {
  readonly #parts: FollowedRealmParts
  readonly #place: ReturnType<RealmConnection['enter']>
  readonly #unsubscribe: () => void
  readonly #typists = new Map<string, () => void>()
  #live = nothingReceived
  #cancelResync = () => {}
  #cancelRetry = () => {}
  #cancelUnmute = () => {}

  constructor(parts: FollowedRealmParts) {
    const { realmId, realmConnection, known } = parts
    this.#parts = parts
    this.#unsubscribe = realmConnection.subscribe(() => this.#connectionChanged())
    this.#place = realmConnection.enter(realmId, {
      version: () => known.log()?.version,
      receive: (frame) => this.#receive(frame),
    })
  }

  close(): void {
    this.#cancelResync()
    this.#cancelRetry()
    this.#cancelUnmute()
    this.#unsubscribe()
    for (const cancel of this.#typists.values()) cancel()
    this.#place.leave()
  }

  #become(change: Partial<LivePart>): void {
    this.#live = { ...this.#live, ...change }
    this.#parts.onChange(this.#live)
  }

  #receive(frame: RealmFrame) {
    const { known } = this.#parts
    switch (frame.type) {
      case 'entered': {
        const { muted, mutedUntil = null } = frame
        this.#cancelRetry()
        this.#noteMuteEnd(frame)
        return this.#become({ muted, mutedUntil, banned: undefined, gone: false, refused: undefined })
      }
      case 'realm':
        known.setDetail(frame.detail)
        if (this.#live.gone) this.#become({ gone: false })
        return
      case 'log':
        return this.#receiveChanges(frame)
      case 'words':
        return this.#update((log) => receiveWords(log, frame))
      case 'begin-anew':
        return this.#resync(0)
      case 'presence': {
        const { people, peopleCount, visitors } = frame
        return this.#become({ presence: { people, peopleCount, visitors } })
      }
      case 'typing':
        return this.#type(frame.who)
      case 'gone':
        return this.#become({ gone: true, goneWhy: frame.message })
      case 'banned':
        return this.#wasBanned(frame)
      case 'held':
        return known.heldChanged()
      case 'refused':
        return this.#waitToEnter(frame.message)
      default:
        return frame satisfies never
    }
  }

  #update(change: (log: RealmLog) => RealmLog): void {
    const { known } = this.#parts
    const log = known.log()
    const changed = log && change(log)
    if (changed && changed !== log) known.setLog(changed)
  }

  #receiveChanges(frame: Extract<RealmFrame, { type: 'log' }>): void {
    const { known } = this.#parts
    this.#update((log) => receiveLog(log, frame))
    const log = known.log()
    if (!log) return
    for (const { kind, author, removed, withheld } of frame.messages)
      if (kind === 'said' && !removed && !withheld) this.#rest(author)
    // Missed messages may be from people who have left since; the realm's details came with them.
    if (this.#live.caughtUpAt !== undefined) known.addSpeakers(frame.messages)
    else this.#become({ caughtUpAt: newestNumber(log) })
  }

  /** Waits before entering again: the limit may be lifted when another tab is closed. */
  #waitToEnter(problem: string): void {
    const { time } = this.#parts
    const retry = () => {
      this.#cancelRetry()
      this.#place.again()
    }
    this.#cancelRetry()
    this.#cancelRetry = time.after(REFUSED_MS, retry)
    this.#become({ refused: { problem, retryAt: time.now() + REFUSED_MS, retry } })
  }

  /** A mute that ends by itself is not announced by the server. */
  #noteMuteEnd({ muted, mutedUntil }: Extract<RealmFrame, { type: 'entered' }>): void {
    this.#cancelUnmute()
    if (!muted || !mutedUntil) return
    const left = Date.parse(mutedUntil) - this.#parts.time.now()
    this.#cancelUnmute = this.#parts.time.after(Math.min(Math.max(0, left), LONGEST_TIMER_MS), () =>
      this.#become({ muted: false }),
    )
  }

  /** Tries again from time to time: the ban ends, or is lifted before. */
  #wasBanned({ message, until }: Extract<RealmFrame, { type: 'banned' }>): void {
    const { time } = this.#parts
    const left = until === null ? BANNED_MS : Math.max(1_000, Date.parse(until) - time.now())
    this.#cancelRetry()
    this.#cancelRetry = time.after(Math.min(left, BANNED_MS), () => this.#place.again())
    for (const who of [...this.#typists.keys()]) this.#rest(who)
    this.#become({ banned: message, presence: undefined, refused: undefined })
  }

  /** Requests the newest page, with retries, and continues from there. */
  #resync(tries: number): void {
    const { known, time } = this.#parts
    this.#cancelResync()
    let cancelled = false
    const ask = () =>
      known.askNewest().then(
        (page) => {
          if (cancelled) return
          known.setLog(newestLog(page))
          // The page has only the places of held messages.
          known.heldChanged()
          this.#place.again()
        },
        () => cancelled || this.#resync(tries + 1),
      )
    const pause = backoffMs(tries, [0, ...RECONNECT_MS], time.random)
    const cancelPause = time.after(pause, () => void ask())
    this.#cancelResync = () => {
      cancelled = true
      cancelPause()
    }
  }

  #type(who: string): void {
    this.#typists.get(who)?.()
    this.#typists.set(
      who,
      this.#parts.time.after(TYPING_MS, () => this.#rest(who)),
    )
    if (!this.#live.typing.includes(who)) this.#become({ typing: [...this.#typists.keys()] })
  }

  #rest(who: string): void {
    this.#typists.get(who)?.()
    if (this.#typists.delete(who)) this.#become({ typing: [...this.#typists.keys()] })
  }

  #connectionChanged(): void {
    const { state } = this.#parts.realmConnection.connection()
    if (state === 'live' || state === 'connecting') return
    for (const who of [...this.#typists.keys()]) this.#rest(who)
    this.#cancelRetry()
    if (this.#live.presence || this.#live.refused) this.#become({ presence: undefined, refused: undefined })
  }
}
