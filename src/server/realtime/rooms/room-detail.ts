import type { RealmDetail } from '../../../shared/realms/realms.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../../domain/failure.ts'
import type { Realms } from '../../domain/realms/realms.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'
import { coalesce } from './coalesced-task.ts'
import type { RealmDirectory } from './realm-directory.ts'
import type { InTurn } from './room.ts'

/** The realm is read anew for who comes after so long, in milliseconds: some of its figures change by themselves. */
const AGES_MS = 30_000

/** Bytes a second that one realm's changes may cost to tell; a large realm with many in it is told less often. */
const BYTES_A_SECOND = 50_000_000

/** What a room knows of the realm itself and of who may not speak in it, for those who are in it. */
export interface RoomDetail {
  /** Undefined until the database has answered; null where there is no such realm, or not any more. */
  known(): RealmDetail | null | undefined
  /** Of a realm that is there. */
  frame(): Frame
  isMuted(wallet: string | null): boolean
  setMuted(wallet: string, muted: boolean): void
  /** It was deleted. */
  gone(): void
  /** Asks anew. `all`: also who is muted. */
  ask(all?: boolean): void
  /** Asks anew if that is long ago. */
  askIfOld(): void
  /** Tells what was held back, as far as it is time. @returns whether something is held back still */
  tick(): boolean
  close(): void
}

/**
 * @param options.tellAll to those who know the realm
 * @param options.isThere is called when the database said that the realm is there, if it is new or not what it was
 * @param options.isGone is called when it is not there, or not any more
 * @param options.holdsBack something is held back, until `tick` tells it
 */
export function createRoomDetail({
  id,
  realms,
  directory,
  inTurn,
  log,
  size,
  tellAll,
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
  tellAll: (frame: Frame) => void
  isThere: () => void
  isGone: () => void
  holdsBack: () => void
}): RoomDetail {
  let detail: RealmDetail | null | undefined
  let json = ''
  let frame: Frame | undefined
  let muted = new Set<string>()
  let mutesWanted = true
  /** What was heard while the database was asked. */
  let heard = new Map<string, boolean>()
  let askedAt = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY
  let isNew = false

  function set(now: RealmDetail | null) {
    const text = JSON.stringify(now)
    if (detail !== undefined && text === json) return
    detail = now
    json = text
    frame = undefined
    isNew = now !== null
    if (isNew) {
      tell()
      isThere()
    } else isGone()
  }

  function frameNow(): Frame {
    frame ??= detail ? frameOf({ type: 'realm', realm: id, detail }) : frameOf({ type: 'gone', realm: id })
    return frame
  }

  function tell() {
    const pause = ((frameNow().length * size()) / BYTES_A_SECOND) * 1000
    if (performance.now() - toldAt < pause) return holdsBack()
    toldAt = performance.now()
    isNew = false
    tellAll(frameNow())
  }

  async function read(): Promise<RealmDetail> {
    heard = new Map()
    const found = await realms.open(id)
    if (mutesWanted) {
      // Asked for in the name of the one person who may know.
      muted = new Set((await realms.mutes(id, found.createdBy)).wallets)
      mutesWanted = false
      for (const [wallet, is] of heard) apply(wallet, is)
    }
    return found
  }

  const question = coalesce(
    async () => {
      try {
        if (detail) set(await read())
        // Made-up ids are many: whether there is such a realm is asked for all of them together.
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
      heard.set(wallet, is)
      apply(wallet, is)
    },
    gone() {
      mutesWanted = true
      set(null)
      // An answer under way can be older than that.
      ask()
    },
    ask,
    askIfOld() {
      if (performance.now() - askedAt > AGES_MS) ask()
    },
    tick() {
      if (isNew) tell()
      return isNew
    },
    close: question.close,
  }
}
