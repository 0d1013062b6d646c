import type { RealmMessage, RealmMessagePage } from '../../../../shared/realms/realm-messages.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import {
  type Presence,
  REALTIME_TIMEOUT_MS,
  RECONNECT_MS,
  TYPING_MS,
} from '../../../../shared/realms/realtime.ts'
import { backoffMs, type Reconnecting } from '../../../lib/http/reconnecting.ts'
import { type Heard, hearLog, hearWords, newestLog, newestNumber, type RealmLog } from '../log/realm-log.ts'
import type { RealmFrame, RealmLine } from './realm-line.ts'

/** Where the server refused it a realm is entered again after the longest of the waits, in milliseconds. */
const REFUSED_MS = RECONNECT_MS[3]

/** What is true only while a realm is heard. */
export interface LivePart {
  presence: Presence | undefined
  /** Wallets that are typing, the reader's among them. */
  typing: readonly string[]
  muted: boolean
  gone: boolean
  /** Why the server does not let the page hear it, and when that is tried again, in milliseconds of `time.now`. */
  refused: { problem: string; retryAt: number; retry: () => void } | undefined
  /** The newest message when everything that was missed had come; undefined until then. */
  caughtUpAt: number | undefined
}

export const nothingHeard: LivePart = {
  presence: undefined,
  typing: [],
  muted: false,
  gone: false,
  refused: undefined,
  caughtUpAt: undefined,
}

/** What a page knows of a realm, whether it is heard or not. */
export interface KnownRealm {
  log: () => RealmLog | undefined
  setLog: (log: RealmLog) => void
  setDetail: (detail: RealmDetail) => void
  addSpeakers: (messages: readonly RealmMessage[]) => void
  askNewest: () => Promise<RealmMessagePage>
}

/**
 * Hears a realm and keeps true what the page knows of it.
 * @param onChange hears what is true only now, whenever it changes
 * @returns what ends it
 */
export function followRealm(parts: {
  realmId: string
  line: RealmLine
  known: KnownRealm
  time: Reconnecting
  onChange: (live: LivePart) => void
}): () => void {
  const { known, line, time } = parts
  let live = nothingHeard
  let cancelAnew = () => {}
  let cancelRetry = () => {}
  /** Until when nothing is asked for again, because it was just now. */
  let quietUntil = Number.NEGATIVE_INFINITY
  const typists = new Map<string, () => void>()

  function become(change: Partial<LivePart>): void {
    live = { ...live, ...change }
    parts.onChange(live)
  }

  function takeIn(heard: Heard): void {
    if (heard.log !== known.log()) known.setLog(heard.log)
    if (!heard.missing || time.now() < quietUntil) return
    quietUntil = time.now() + REALTIME_TIMEOUT_MS
    place.again()
  }

  function hearChanges(frame: Extract<RealmFrame, { type: 'log' }>): void {
    const log = known.log()
    if (!log) return
    const heard = hearLog(log, frame)
    if (!heard.missing) quietUntil = Number.NEGATIVE_INFINITY
    takeIn(heard)
    for (const { kind, author } of frame.messages) if (kind === 'said') rest(author)
    // What was missed may be of somebody who has left since; the realm itself was told with it.
    if (live.caughtUpAt !== undefined) known.addSpeakers(frame.messages)
    else if (!heard.missing) become({ caughtUpAt: newestNumber(heard.log) })
  }

  function hear(frame: RealmFrame): void {
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
        hearChanges(frame)
        break
      case 'words':
        if (log) takeIn(hearWords(log, frame))
        break
      case 'begin-anew':
        beginAnew(0)
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
    }
  }

  /** Somebody may close a tab meanwhile. */
  function waitToEnter(problem: string): void {
    const retry = () => {
      cancelRetry()
      place.again()
    }
    cancelRetry()
    cancelRetry = time.after(REFUSED_MS, retry)
    become({ refused: { problem, retryAt: time.now() + REFUSED_MS, retry } })
  }

  /** Asks for the newest page until it comes, and goes on from there. */
  function beginAnew(tries: number): void {
    cancelAnew()
    let cancelled = false
    const ask = () =>
      known.askNewest().then(
        (page) => {
          if (cancelled) return
          known.setLog(newestLog(page))
          place.again()
        },
        () => cancelled || beginAnew(tries + 1),
      )
    const pause = backoffMs(tries, [0, ...RECONNECT_MS], time.random)
    const cancelPause = time.after(pause, () => void ask())
    cancelAnew = () => {
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

  const unsubscribe = line.subscribe(() => {
    const { state } = line.connection()
    if (state === 'live' || state === 'connecting') return
    for (const who of [...typists.keys()]) rest(who)
    quietUntil = Number.NEGATIVE_INFINITY
    cancelRetry()
    if (live.presence || live.refused) become({ presence: undefined, refused: undefined })
  })
  const place = line.enter(parts.realmId, { version: () => known.log()?.version, hear })

  return () => {
    cancelAnew()
    cancelRetry()
    unsubscribe()
    for (const cancel of typists.values()) cancel()
    place.leave()
  }
}
