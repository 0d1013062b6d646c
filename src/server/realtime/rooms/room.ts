import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import { NOBODY } from '../../../shared/realms/realms.ts'
import { bannedSentence } from '../../domain/realms/until-when.ts'
import type { Suspensions } from '../../domain/trust/suspensions.ts'
import type { Bus } from '../bus/bus.ts'
import type { RealmEvent } from '../bus/bus-events.ts'
import type { PresenceDirectory } from '../presence/presence.ts'
import { type Connection, send, sendTogether } from '../sockets/connection.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'
import type { RealmSource } from './realm-directory.ts'
import { RoomDetail } from './room-detail.ts'
import { RoomLog } from './room-log.ts'
import { RoomPresence } from './room-presence.ts'
import { RoomTyping } from './room-typing.ts'
import { RoomWords } from './room-words.ts'
import { Subscriptions } from './subscriptions.ts'

interface RoomOptions extends RealmSource {
  bus: Pick<Bus, 'listen' | 'publish'>
  presence: PresenceDirectory
  suspensions: Pick<Suspensions, 'may'>
  /** Called when a frame is delayed until `tick` sends it. */
  holdsBack: () => void
}

/** One realm on this server, as long as a connection of this server is in it. */
export class Room {
  readonly id: string
  readonly #options: RoomOptions
  readonly #subscriptions: Subscriptions
  readonly #log: RoomLog
  readonly #detail: RoomDetail
  readonly #words: RoomWords
  readonly #presence: RoomPresence
  readonly #typing: RoomTyping
  readonly #stopListening: () => void

  constructor(options: RoomOptions) {
    const { id, bus, presence, holdsBack } = options
    this.id = id
    this.#options = options
    const size = () => this.size()
    const broadcast = (frame: Frame) => this.#subscriptions.broadcast(frame)
    this.#log = new RoomLog({
      ...options,
      learnt: (messages) => this.#learnt(messages),
      asked: () => this.#subscriptions.answerWaiting(),
      missing: () => this.#detail.ask(),
    })
    this.#subscriptions = new Subscriptions({
      id,
      log: this.#log,
      isReady: () => Boolean(this.#detail.known()),
      welcome: (connection, log) => this.#welcome(connection, log),
    })
    this.#detail = new RoomDetail({
      ...options,
      size,
      broadcast,
      isThere: () => {
        // If the realm was restored, there may be changes that are not known here.
        this.#log.ask()
        this.#subscriptions.answerWaiting()
      },
      isGone: () => {
        for (const connection of this.#subscriptions.connections()) send(connection, this.#detail.frame())
      },
      keptOutChanged: (wallet) => {
        for (const connection of this.#answeredOf(wallet)) this.#sendStanding(connection)
      },
      holdsBack,
    })
    const before = () => this.#subscriptions.sendLog()
    this.#words = new RoomWords({ ...options, size, roomLog: this.#log, before, broadcast })
    this.#presence = new RoomPresence({ id, presence, size, broadcast })
    this.#typing = new RoomTyping(id, size)
    this.#stopListening = bus.listen(id, (event) => this.#receive(event))
    this.#log.ask()
    this.#detail.ask()
  }

  size(): number {
    return this.#subscriptions.size()
  }

  /** Subscribes a connection that has every change up to version `after`; a subscribed connection starts over. */
  enter(connection: Connection, after: number): void {
    if (this.#detail.known() === null) {
      send(connection, this.#detail.frame())
      this.#detail.ask()
    } else this.#detail.askIfOld()
    this.#subscriptions.add(connection, after)
  }

  leave(connection: Connection): void {
    this.#subscriptions.remove(connection)
    this.#presence.leave(connection)
  }

  typing(connection: Connection): void {
    const { wallet } = connection
    if (wallet === null || !this.#subscriptions.isAnswered(connection) || this.#detail.muteOf(wallet)) return
    if (this.#typing.mayType(connection)) void this.#type(wallet)
  }

  /** If the database does not answer, nobody hears of it: only this moment counts. */
  async #type(wallet: string): Promise<void> {
    const { suspensions, bus } = this.#options
    const may = await suspensions.may(wallet, 'speaking').catch(() => false)
    if (may) bus.publish(this.id, { type: 'typing', who: wallet })
  }

  viewerChanged(connection: Connection, before: string | null): void {
    this.#presence.viewerChanged(connection, before)
    if (this.#subscriptions.isAnswered(connection)) this.#sendStanding(connection)
  }

  presenceChanged() {
    this.#presence.changed()
    this.#options.holdsBack()
  }

  /** Sends delayed frames that are due. @returns whether frames are still delayed */
  tick(): boolean {
    return [this.#detail.tick(), this.#presence.tick()].includes(true)
  }

  /** Handles the realm's version from a query for many rooms; undefined if the realm does not exist. */
  looked(version: number | undefined) {
    if ((version === undefined) !== (this.#detail.known() === null)) {
      this.#options.directory.forget(this.id)
      return this.#detail.ask()
    }
    if (version === undefined) return
    // Its version tells nothing of the words that it holds.
    this.#words.realmChanged()
    const window = this.#log.window()
    if (!window || version > window.known()) this.#log.ask()
  }

  /** Reads the realm itself and who is kept out of it again, as changes of them may have been missed. */
  refresh() {
    this.#detail.refresh()
  }

  /** The numbers of running answers without new text for this many milliseconds. */
  silentAnswers(ms: number): number[] {
    return this.#words.silentFor(ms)
  }

  receiveStored(message: RealmMessage) {
    if (message.kind === 'answer') this.#words.receive(message.id, message)
  }

  close() {
    this.#subscriptions.sendLog()
    this.#stopListening()
    this.#log.close()
    this.#detail.close()
    this.#words.close()
    this.#presence.close()
  }

  #receive(event: RealmEvent) {
    switch (event.type) {
      case 'changed':
        return this.#log.announce(event.messages)
      case 'said':
        return this.#words.receive(event.id, event)
      case 'detail':
        this.#options.directory.forget(this.id)
        this.#words.realmChanged()
        return this.#detail.ask()
      case 'gone':
        return this.#detail.gone(event.message)
      case 'muted':
        return this.#detail.setKeptOut('mutes', event.wallet, untilOf(event.muted, event.until))
      case 'banned':
        return this.#detail.setKeptOut('bans', event.wallet, untilOf(event.banned, event.until))
      case 'held': {
        const frame = frameOf({ type: 'held', realm: this.id })
        const leads = this.#detail.known()?.createdBy ?? NOBODY
        for (const wallet of new Set([event.author, leads]))
          for (const connection of this.#answeredOf(wallet)) send(connection, frame)
        return
      }
      case 'typing': {
        const frame = this.#typing.receive(event.who)
        if (frame) this.#subscriptions.broadcast(frame, event.who)
        return
      }
      default:
        return event satisfies never
    }
  }

  #learnt(messages: readonly RealmMessage[]): void {
    for (const message of messages) this.#words.take(message)
    this.#subscriptions.sendLogSoon()
  }

  #answeredOf(wallet: string): Connection[] {
    return [...this.#subscriptions.connections()].filter(
      (connection) => connection.wallet === wallet && this.#subscriptions.isAnswered(connection),
    )
  }

  /** Lets a banned wallet's connection go, which is told until when. */
  #expel(connection: Connection): void {
    const ban = this.#detail.banOf(connection.wallet) ?? { until: null }
    this.#subscriptions.remove(connection)
    this.#presence.leave(connection)
    const [until, message] = [ban.until?.toISOString() ?? null, bannedSentence(ban)]
    send(connection, frameOf({ type: 'banned', realm: this.id, until, message }))
  }

  #welcome(connection: Connection, log: Frame) {
    if (this.#detail.banOf(connection.wallet)) return this.#expel(connection)
    this.#presence.enter(connection)
    sendTogether(connection, () => {
      this.#sendStanding(connection)
      send(connection, this.#detail.frame())
      send(connection, log)
      for (const said of this.#words.whole()) send(connection, said)
      send(connection, this.#presence.frame())
    })
  }

  #sendStanding(connection: Connection) {
    if (this.#detail.banOf(connection.wallet)) return this.#expel(connection)
    const mute = this.#detail.muteOf(connection.wallet)
    const mutedUntil = mute?.until?.toISOString() ?? null
    send(connection, frameOf({ type: 'entered', realm: this.id, muted: mute !== null, mutedUntil }))
  }
}

const untilOf = (isKeptOut: boolean, until: string | null) =>
  isKeptOut ? { until: until === null ? null : new Date(until) } : null
