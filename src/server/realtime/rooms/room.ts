import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { Logger } from '../../base/log.ts'
import type { Realms } from '../../domain/realms/realms.ts'
import type { Bus } from '../bus/bus.ts'
import type { RealmEvent } from '../bus/bus-events.ts'
import type { PresenceDirectory } from '../presence.ts'
import { type Connection, send, sendTogether } from '../sockets/connection.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'
import type { RealmDirectory } from './realm-directory.ts'
import { createRoomDetail } from './room-detail.ts'
import { createRoomLog, FURTHEST_BEHIND } from './room-log.ts'
import { createRoomPresence } from './room-presence.ts'
import { createRoomTyping } from './room-typing.ts'
import { createRoomWords } from './room-words.ts'

/** What a connection knows of a realm. */
export interface Seat {
  readonly connection: Connection
  /** The version that it said it knows everything up to. */
  after: number
  /** The version up to which it was told everything; -1 until it was told the first time. */
  told: number
  /** The question to the database that must be answered before what it says it knows can be doubted; 0 before one was asked. */
  doubt: number
}

/** Does some work when it is somebody's turn. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** One realm on this server, while somebody here is in it. */
export interface Room {
  readonly id: string
  /** How many connections are in it. */
  size(): number
  /** Lets a connection hear it, which knows everything up to a version; also one that is in it already. */
  enter(connection: Connection, after: number): void
  leave(connection: Connection): void
  typing(connection: Connection): void
  /** The wallet of a connection in it is not `before` any more. */
  viewerChanged(connection: Connection, before: string | null): void
  /** Others are here than before. */
  presenceChanged(): void
  /** Tells what was held back, as far as it is time. @returns whether something is held back still */
  tick(): boolean
  /** What the database says when it is asked for many rooms at once: undefined where there is no such realm. */
  looked(version: number | undefined): void
  /** Reads the realm itself and who is muted anew, as that can have been missed. */
  refresh(): void
  /** The numbers of running answers of which nothing was heard for so long, in milliseconds. */
  silentAnswers(ms: number): number[]
  /** Takes in what is stored of a running answer. */
  hearStored(message: RealmMessage): void
  close(): void
}

export interface RoomOptions {
  id: string
  bus: Bus
  presence: PresenceDirectory
  realms: Pick<Realms, 'changesAfter' | 'open' | 'mutes'>
  directory: RealmDirectory
  /**
   * Asks the database what it takes to open the room, in the turn of whoever opens it. What keeps it up to date later
   * waits for nobody.
   */
  inTurn: InTurn
  log: Logger
  /** Something is held back, until `tick` tells it. */
  holdsBack: () => void
}

const NOT_TOLD = -1

export function createRoom(options: RoomOptions): Room {
  const { id, bus, presence, realms, directory, inTurn, log: logger, holdsBack } = options
  const seats = new Map<Connection, Seat>()
  /** Those that were not told yet. */
  const waiting = new Set<Seat>()
  let telling: NodeJS.Immediate | undefined
  /** The version up to which everybody was told. */
  let told = NOT_TOLD

  const size = () => seats.size
  const log = createRoomLog({
    id,
    realms,
    directory,
    inTurn,
    log: logger,
    learnt,
    asked: answerWaiting,
    missing,
  })
  const detail = createRoomDetail({
    id,
    realms,
    directory,
    inTurn,
    log: logger,
    size,
    tellAll,
    isThere,
    isGone,
    holdsBack,
  })
  const words = createRoomWords({ id, size, log, before: tellLog, tellAll })
  const here = createRoomPresence({ id, presence, size, tellAll })
  const typing = createRoomTyping({ id, size })

  const stopListening = bus.listen(id, hear)
  log.ask()
  detail.ask()

  /** Tells everybody who knows all before. */
  function tellAll(frame: Frame, except?: string) {
    for (const { told, connection } of seats.values())
      if (told !== NOT_TOLD && (except === undefined || connection.wallet !== except)) send(connection, frame)
  }

  function learnt(messages: readonly RealmMessage[]) {
    for (const message of messages) words.take(message)
    // A version can be known without a message: that there is nothing in it is worth telling, too.
    if (log.window()?.known() === told) return
    // What comes in the same moment goes out together.
    telling ??= setImmediate(tellLog)
  }

  function answerWaiting() {
    for (const seat of waiting) answer(seat)
  }

  function tellLog() {
    clearImmediate(telling)
    telling = undefined
    const window = log.window()
    if (!window) return
    const known = window.known()
    told = known
    let from = NOT_TOLD
    let frame: Frame | null = null
    for (const seat of seats.values()) {
      if (seat.told === known || seat.told === NOT_TOLD) continue
      if (seat.told !== from) {
        from = seat.told
        frame = window.frameAfter(from)
      }
      if (frame) {
        seat.told = known
        send(seat.connection, frame)
      } else beginAnew(seat)
    }
    log.trim(seats.size)
  }

  function beginAnew(seat: Seat) {
    waiting.delete(seat)
    seat.told = NOT_TOLD
    send(seat.connection, frameOf({ type: 'begin-anew', realm: id }))
  }

  /** Answers somebody who entered, as soon as everything for it is known. */
  function answer(seat: Seat) {
    const window = log.window()
    if (!detail.known() || !window) return
    if (seat.after > window.known()) {
      // It can know more than was told here; what the database knows neither is not of this realm.
      if (seat.doubt === 0) seat.doubt = log.ask()
      else if (log.answered() >= seat.doubt) beginAnew(seat)
      return
    }
    if (window.known() - seat.after > FURTHEST_BEHIND) return beginAnew(seat)
    if (seat.after < window.floor()) return log.reachBack(seat.after)
    const frame = window.frameForComer(seat.after)
    if (!frame) return beginAnew(seat)
    waiting.delete(seat)
    seat.told = window.known()
    const { connection } = seat
    here.enter(connection)
    sendTogether(connection, () => {
      sendEntered(connection)
      send(connection, detail.frame())
      send(connection, frame)
      for (const said of words.whole()) send(connection, said)
      send(connection, here.frame())
    })
  }

  function sendEntered(connection: Connection) {
    send(connection, frameOf({ type: 'entered', realm: id, muted: detail.isMuted(connection.wallet) }))
  }

  function missing() {
    detail.ask()
  }

  function isThere() {
    // Where it was gone before, there can be more that is new.
    log.ask()
    answerWaiting()
  }

  function isGone() {
    for (const { connection } of seats.values()) send(connection, detail.frame())
  }

  function hear(event: RealmEvent) {
    switch (event.type) {
      case 'changed':
        return log.announce(event.messages)
      case 'said':
        return words.hear(event.id, event.content)
      case 'detail':
        directory.forget(id)
        return detail.ask()
      case 'gone':
        return detail.gone()
      case 'muted':
        detail.setMuted(event.wallet, event.muted)
        for (const { told, connection } of seats.values())
          if (told !== NOT_TOLD && connection.wallet === event.wallet) sendEntered(connection)
        return
      case 'typing': {
        const frame = typing.hear(event.who)
        if (frame) tellAll(frame, event.who)
      }
    }
  }

  return {
    id,
    size,

    enter(connection, after) {
      const seat = seats.get(connection) ?? { connection, after, told: NOT_TOLD, doubt: 0 }
      seats.set(connection, seat)
      seat.after = after
      seat.told = NOT_TOLD
      seat.doubt = 0
      waiting.add(seat)
      if (detail.known() === null) {
        send(connection, detail.frame())
        detail.ask()
      } else detail.askIfOld()
      answer(seat)
    },

    leave(connection) {
      const seat = seats.get(connection)
      if (!seat) return
      seats.delete(connection)
      waiting.delete(seat)
      here.leave(connection)
    },

    typing(connection) {
      const { wallet } = connection
      if (wallet === null || seats.get(connection)?.told === NOT_TOLD || detail.isMuted(wallet)) return
      if (typing.mayType(connection)) bus.publish(id, { type: 'typing', who: wallet })
    },

    viewerChanged(connection, before) {
      here.changed(connection, before)
      if (seats.get(connection)?.told !== NOT_TOLD) sendEntered(connection)
    },

    presenceChanged() {
      here.isNew()
      holdsBack()
    },

    tick: () => [detail.tick(), here.tick()].includes(true),

    looked(version) {
      if ((version === undefined) !== (detail.known() === null)) {
        directory.forget(id)
        return detail.ask()
      }
      if (version === undefined) return
      const window = log.window()
      if (!window || version > window.known()) log.ask()
    },

    refresh: () => detail.ask(true),

    silentAnswers: words.silentFor,
    hearStored: (message) => words.hear(message.id, message.content),

    close() {
      clearImmediate(telling)
      tellLog()
      stopListening()
      log.close()
      detail.close()
      words.close()
      here.close()
    },
  }
}
