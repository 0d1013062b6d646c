import type { RealmMessage, RealmMessagePage } from '../../../../shared/realms/realm-messages.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import {
  type Presence,
  REALTIME_TIMEOUT_MS,
  RECONNECT_MS,
  TYPING_MS,
} from '../../../../shared/realms/realtime.ts'
import { backoffMs, type Reconnecting } from '../../../lib/http/reconnecting.ts'
import {
  newestLog,
  newestNumber,
  type RealmLog,
  type Received,
  receiveLog,
  receiveWords,
} from '../log/realm-log.ts'
import type { RealmConnection, RealmFrame } from './realm-connection.ts'

/**
 * The pause before a realm is entered again after the server refused it, in milliseconds: the longest of the reconnect
 * pauses.
 */
const REFUSED_MS = RECONNECT_MS[3]

/** The state that is only known while a realm is followed. */
export interface LivePart {
  presence: Presence | undefined
  /** The wallets that are typing, including the viewer's. */
  typing: readonly string[]
  muted: boolean
  gone: boolean
  /** Why the server refuses the subscription, and the time of the next try, in milliseconds of `time.now`. */
  refused: { problem: string; retryAt: number; retry: () => void } | undefined
  /** The number of the newest message when all missed messages had arrived; undefined until then. */
  caughtUpAt: number | undefined
}

export const nothingReceived: LivePart = {
  presence: undefined,
  typing: [],
  muted: false,
  gone: false,
  refused: undefined,
  caughtUpAt: undefined,
}

/** Access to the page's cached data of a realm. */
export interface KnownRealm {
  log: () => RealmLog | undefined
  setLog: (log: RealmLog) => void
  setDetail: (detail: RealmDetail) => void
  addSpeakers: (messages: readonly RealmMessage[]) => void
  askNewest: () => Promise<RealmMessagePage>
}

/**
 * Subscribes to a realm and keeps the page's cached data up to date.
 * @param onChange called with the live state whenever it changes
 * @returns a function that ends the subscription
 */
export function followRealm(parts: {
  realmId: string
  realmConnection: RealmConnection
  known: KnownRealm
  time: Reconnecting
  onChange: (live: LivePart) => void
}): () => void {
  const { known, realmConnection, time } = parts
  let live = nothingReceived
  let cancelResync = () => {}
  let cancelRetry = () => {}
  /** No resync is requested before this time, because one was just made. */
  let quietUntil = Number.NEGATIVE_INFINITY
  const typists = new Map<string, () => void>()

  function become(change: Partial<LivePart>): void {
    live = { ...live, ...change }
    parts.onChange(live)
  }

  function takeIn(received: Received): void {
    if (received.log !== known.log()) known.setLog(received.log)
    if (!received.missing || time.now() < quietUntil) return
    quietUntil = time.now() + REALTIME_TIMEOUT_MS
    place.again()
  }

  function receiveChanges(frame: Extract<RealmFrame, { type: 'log' }>): void {
    const log = known.log()
    if (!log) return
    const received = receiveLog(log, frame)
    if (!received.missing) quietUntil = Number.NEGATIVE_INFINITY
    takeIn(received)
    for (const { kind, author, removed } of frame.messages) if (kind === 'said' && !removed) rest(author)
    // Missed messages may be from people who have left since; the realm's details came with them.
    if (live.caughtUpAt !== undefined) known.addSpeakers(frame.messages)
    else if (!received.missing) become({ caughtUpAt: newestNumber(received.log) })
  }

  function receive(frame: RealmFrame): void {
    const log = known.log()
    switch (frame.type) {
      case 'entered':
        cancelRetry()
        become({ muted: frame.muted, gone: false, refused: undefined })
        break
      case 'realm':
        known.setDetail(frame.detail)
        if (live.gone) become({ gone: false })
        break
      case 'log':
        receiveChanges(frame)
        break
      case 'words':
        if (log) takeIn(receiveWords(log, frame))
        break
      case 'begin-anew':
        resync(0)
        break
      case 'presence':
        become({
          presence: { people: frame.people, peopleCount: frame.peopleCount, visitors: frame.visitors },
        })
        break
      case 'typing':
        type(frame.who)
        break
      case 'gone':
        become({ gone: true })
        break
      case 'refused':
        waitToEnter(frame.message)
        break
      default:
        frame satisfies never
    }
  }

  /** Waits before entering again: the limit may be lifted when another tab is closed. */
  function waitToEnter(problem: string): void {
    const retry = () => {
      cancelRetry()
      place.again()
    }
    cancelRetry()
    cancelRetry = time.after(REFUSED_MS, retry)
    become({ refused: { problem, retryAt: time.now() + REFUSED_MS, retry } })
  }

  /** Requests the newest page, with retries, and continues from there. */
  function resync(tries: number): void {
    cancelResync()
    let cancelled = false
    const ask = () =>
      known.askNewest().then(
        (page) => {
          if (cancelled) return
          known.setLog(newestLog(page))
          place.again()
        },
        () => cancelled || resync(tries + 1),
      )
    const pause = backoffMs(tries, [0, ...RECONNECT_MS], time.random)
    const cancelPause = time.after(pause, () => void ask())
    cancelResync = () => {
      cancelled = true
      cancelPause()
    }
  }

  function type(who: string): void {
    typists.get(who)?.()
    typists.set(
      who,
      time.after(TYPING_MS, () => rest(who)),
    )
    if (!live.typing.includes(who)) become({ typing: [...typists.keys()] })
  }

  function rest(who: string): void {
    typists.get(who)?.()
    if (typists.delete(who)) become({ typing: [...typists.keys()] })
  }

  const unsubscribe = realmConnection.subscribe(() => {
    const { state } = realmConnection.connection()
    if (state === 'live' || state === 'connecting') return
    for (const who of [...typists.keys()]) rest(who)
    quietUntil = Number.NEGATIVE_INFINITY
    cancelRetry()
    if (live.presence || live.refused) become({ presence: undefined, refused: undefined })
  })
  const place = realmConnection.enter(parts.realmId, { version: () => known.log()?.version, receive })

  return () => {
    cancelResync()
    cancelRetry()
    unsubscribe()
    for (const cancel of typists.values()) cancel()
    place.leave()
  }
}
