import type { RealmDetail } from '../../../shared/realms/realms.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../../domain/failure.ts'
import type { Realms } from '../../domain/realms/realms.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'
import { coalesce } from './coalesced-task.ts'
import type { RealmDirectory } from './realm-directory.ts'
import type { InTurn } from './room.ts'

/**
 * Age in milliseconds after which the realm is read again when somebody enters: some of its values change over time.
 */
const AGES_MS = 30_000

/**
 * Bytes a second that sending the changes of one realm may cost; the more people are in a large realm, the less often
 * its changes are sent.
 */
const BYTES_A_SECOND = 50_000_000

/** A room's copy of the realm itself and of its muted wallets, for the connections in the room. */
export interface RoomDetail {
  /** Undefined until the database has answered; null if the realm does not exist or was deleted. */
  known(): RealmDetail | null | undefined
  /** The frame with the realm; requires that the realm is known. */
  frame(): Frame
  isMuted(wallet: string | null): boolean
  setMuted(wallet: string, muted: boolean): void
  /** Marks the realm as deleted. */
  gone(): void
  /** Reads the realm again, and with `all` also the muted wallets. */
  ask(all?: boolean): void
  /** Reads the realm again if the copy is too old. */
  askIfOld(): void
  /** Sends delayed changes that are due. @returns whether changes are still delayed */
  tick(): boolean
  close(): void
}

/**
 * @param options.broadcast sends a frame to the connections that have the realm
 * @param options.isThere is called when the database returned the realm, if it is new or changed
 * @param options.isGone is called when the realm does not exist or was deleted
 * @param options.holdsBack is called when a change is delayed until `tick` sends it
 */
export function createRoomDetail({
  id,
  realms,
  directory,
  inTurn,
  log,
  size,
  broadcast,
  isThere,
  isGone,
  holdsBack,
}: {
  id: string
  realms: Pick<Realms, 'open' | 'mutes'>
  directory: RealmDirectory
  inTurn: InTurn
  log: Logger
  size: () => number
  broadcast: (frame: Frame) => void
  isThere: () => void
  isGone: () => void
  holdsBack: () => void
}): RoomDetail {
  let detail: RealmDetail | null | undefined
  let json = ''
  let frame: Frame | undefined
  let muted = new Set<string>()
  let mutesWanted = true
  /** The mutes that were announced during the query. */
  let received = new Map<string, boolean>()
  let askedAt = Number.NEGATIVE_INFINITY
  let sentAt = Number.NEGATIVE_INFINITY
  let isNew = false

  function set(now: RealmDetail | null) {
    const text = JSON.stringify(now)
    if (detail !== undefined && text === json) return
    detail = now
    json = text
    frame = undefined
    isNew = now !== null
    if (isNew) {
      notify()
      isThere()
    } else isGone()
  }

  function frameNow(): Frame {
    frame ??= detail ? frameOf({ type: 'realm', realm: id, detail }) : frameOf({ type: 'gone', realm: id })
    return frame
  }

  function notify() {
    const pause = ((frameNow().length * size()) / BYTES_A_SECOND) * 1000
    if (performance.now() - sentAt < pause) return holdsBack()
    sentAt = performance.now()
    isNew = false
    broadcast(frameNow())
  }

  async function read(): Promise<RealmDetail> {
    received = new Map()
    const found = await realms.open(id)
    if (mutesWanted) {
      // The query is made as the realm's creator, the only person who may read the muted wallets.
      muted = new Set((await realms.mutes(id, found.createdBy)).wallets)
      mutesWanted = false
      for (const [wallet, is] of received) apply(wallet, is)
    }
    return found
  }

  const question = coalesce(
    async () => {
      try {
        if (detail) set(await read())
        // There can be many made-up ids: whether they exist is looked up for all of them together.
        else if ((await directory.find(id)) === undefined) set(null)
        else set(await inTurn(read))
      } catch (error) {
        if (!(error instanceof Failure && error.code === 'not_found')) throw error
        mutesWanted = true
        set(null)
      }
    },
    { log, what: 'a realm' },
  )

  function apply(wallet: string, is: boolean) {
    if (is) muted.add(wallet)
    else muted.delete(wallet)
  }

  function ask(all = false) {
    if (all) mutesWanted = true
    askedAt = performance.now()
    question.ask()
  }

  return {
    known: () => detail,
    frame: frameNow,
    isMuted: (wallet) => wallet !== null && muted.has(wallet),
    setMuted(wallet, is) {
      received.set(wallet, is)
      apply(wallet, is)
    },
    gone() {
      mutesWanted = true
      set(null)
      // A query that is already running can return an older state.
      ask()
    },
    ask,
    askIfOld() {
      if (performance.now() - askedAt > AGES_MS) ask()
    },
    tick() {
      if (isNew) notify()
      return isNew
    },
    close: question.close,
  }
}
