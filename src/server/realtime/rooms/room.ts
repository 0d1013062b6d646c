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

/** The state of one connection in a room. */
export interface Subscription {
  readonly connection: Connection
  /** The version up to which the client says that it has every change. */
  after: number
  /** The version up to which the client was sent every change; -1 until the first `log` frame. */
  sent: number
  /**
   * The number of the database query that has to complete before `after` can be rejected as too large; 0 if there is
   * none yet.
   */
  doubt: number
}

/** Runs work when the fair queue allows it. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** One realm on this server, as long as a connection of this server is in it. */
export interface Room {
  readonly id: string
  /** The number of connections in the room. */
  size(): number
  /** Subscribes a connection that has every change up to version `after`; a subscribed connection starts over. */
  enter(connection: Connection, after: number): void
  leave(connection: Connection): void
  typing(connection: Connection): void
  /** The wallet of a connection in the room changed from `before`. */
  viewerChanged(connection: Connection, before: string | null): void
  /** The presence in the realm changed. */
  presenceChanged(): void
  /** Sends delayed frames that are due. @returns whether frames are still delayed */
  tick(): boolean
  /** Handles the realm's version from a query for many rooms; undefined if the realm does not exist. */
  looked(version: number | undefined): void
  /** Reads the realm itself and the muted wallets again, as changes of them may have been missed. */
  refresh(): void
  /** The numbers of running answers without new text for this many milliseconds. */
  silentAnswers(ms: number): number[]
  /** Handles the stored state of a running answer. */
  receiveStored(message: RealmMessage): void
  close(): void
}

export interface RoomOptions {
  id: string
  bus: Bus
  presence: PresenceDirectory
  realms: Pick<Realms, 'changesAfter' | 'open' | 'mutes'>
  directory: RealmDirectory
  /**
   * Queues the queries that open the room on behalf of the connection that opens it. Later queries that keep the room
   * up to date do not go through the queue.
   */
  inTurn: InTurn
  log: Logger
  /** Called when a frame is delayed until `tick` sends it. */
  holdsBack: () => void
}

const NOTHING_SENT = -1

export function createRoom(options: RoomOptions): Room {
  const { id, bus, presence, realms, directory, inTurn, log: logger, holdsBack } = options
  const subscriptions = new Map<Connection, Subscription>()
  /** Subscriptions that have not been answered yet. */
  const waiting = new Set<Subscription>()
  let sending: NodeJS.Immediate | undefined
  /** The version up to which every answered subscription was sent the log. */
  let sent = NOTHING_SENT

  const size = () => subscriptions.size
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
    broadcast,
    isThere,
    isGone,
    holdsBack,
  })
  const words = createRoomWords({ id, size, log, before: sendLog, broadcast })
  const here = createRoomPresence({ id, presence, size, broadcast })
  const typing = createRoomTyping({ id, size })

  const stopListening = bus.listen(id, receive)
  log.ask()
  detail.ask()

  /** Sends a frame to every answered subscription. */
  function broadcast(frame: Frame, except?: string) {
    for (const { sent, connection } of subscriptions.values())
      if (sent !== NOTHING_SENT && (except === undefined || connection.wallet !== except))
        send(connection, frame)
  }

  function learnt(messages: readonly RealmMessage[]) {
    for (const message of messages) words.take(message)
    // A version without a message can become known; clients have to be sent that as well.
    if (log.window()?.known() === sent) return
    // Changes that arrive in the same turn of the event loop are sent together.
    sending ??= setImmediate(sendLog)
  }

  function answerWaiting() {
    for (const subscription of waiting) answer(subscription)
  }

  function sendLog() {
    clearImmediate(sending)
    sending = undefined
    const window = log.window()
    if (!window) return
    const known = window.known()
    sent = known
    let from = NOTHING_SENT
    let frame: Frame | null = null
    for (const subscription of subscriptions.values()) {
      if (subscription.sent === known || subscription.sent === NOTHING_SENT) continue
      if (subscription.sent !== from) {
        from = subscription.sent
        frame = window.frameAfter(from)
      }
      if (frame) {
        subscription.sent = known
        send(subscription.connection, frame)
      } else resync(subscription)
    }
    log.trim(subscriptions.size)
  }

  function resync(subscription: Subscription) {
    waiting.delete(subscription)
    subscription.sent = NOTHING_SENT
    send(subscription.connection, frameOf({ type: 'begin-anew', realm: id }))
  }

  /** Answers a connection that entered as soon as all data for it is available. */
  function answer(subscription: Subscription) {
    const window = log.window()
    if (!detail.known() || !window) return
    if (subscription.after > window.known()) {
      // The client may have a newer version than this server; a version that the database does not have either is not
      // of this realm.
      if (subscription.doubt === 0) subscription.doubt = log.ask()
      else if (log.answered() >= subscription.doubt) resync(subscription)
      return
    }
    if (window.known() - subscription.after > FURTHEST_BEHIND) return resync(subscription)
    if (subscription.after < window.floor()) return log.reachBack(subscription.after)
    const frame = window.frameForComer(subscription.after)
    if (!frame) return resync(subscription)
    waiting.delete(subscription)
    subscription.sent = window.known()
    const { connection } = subscription
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
    // If the realm was restored, there may be changes that are not known here.
    log.ask()
    answerWaiting()
  }

  function isGone() {
    for (const { connection } of subscriptions.values()) send(connection, detail.frame())
  }

  function receive(event: RealmEvent) {
    switch (event.type) {
      case 'changed':
        return log.announce(event.messages)
      case 'said':
        return words.receive(event.id, event)
      case 'detail':
        directory.forget(id)
        return detail.ask()
      case 'gone':
        return detail.gone()
      case 'muted':
        detail.setMuted(event.wallet, event.muted)
        for (const { sent, connection } of subscriptions.values())
          if (sent !== NOTHING_SENT && connection.wallet === event.wallet) sendEntered(connection)
        return
      case 'typing': {
        const frame = typing.receive(event.who)
        if (frame) broadcast(frame, event.who)
        return
      }
      default:
        return event satisfies never
    }
  }

  return {
    id,
    size,

    enter(connection, after) {
      const subscription = subscriptions.get(connection) ?? {
        connection,
        after,
        sent: NOTHING_SENT,
        doubt: 0,
      }
      subscriptions.set(connection, subscription)
      subscription.after = after
      subscription.sent = NOTHING_SENT
      subscription.doubt = 0
      waiting.add(subscription)
      if (detail.known() === null) {
        send(connection, detail.frame())
        detail.ask()
      } else detail.askIfOld()
      answer(subscription)
    },

    leave(connection) {
      const subscription = subscriptions.get(connection)
      if (!subscription) return
      subscriptions.delete(connection)
      waiting.delete(subscription)
      here.leave(connection)
    },

    typing(connection) {
      const { wallet } = connection
      if (wallet === null || subscriptions.get(connection)?.sent === NOTHING_SENT || detail.isMuted(wallet))
        return
      if (typing.mayType(connection)) bus.publish(id, { type: 'typing', who: wallet })
    },

    viewerChanged(connection, before) {
      here.changed(connection, before)
      if (subscriptions.get(connection)?.sent !== NOTHING_SENT) sendEntered(connection)
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
    receiveStored(message) {
      if (message.kind === 'answer') words.receive(message.id, message)
    },

    close() {
      clearImmediate(sending)
      sendLog()
      stopListening()
      log.close()
      detail.close()
      words.close()
      here.close()
    },
  }
}
