import { Failure } from '../../domain/failure.ts'
import type { FairQueue } from '../../domain/fair-queue.ts'
import type { RealmLog } from '../../domain/realms/realm-log.ts'
import type { Suspensions } from '../../domain/trust/suspensions.ts'
import type { Bus } from '../bus/bus.ts'
import type { PresenceDirectory } from '../presence/presence.ts'
import { type Connection, send } from '../sockets/connection.ts'
import { frameOf } from '../sockets/frame.ts'
import type { SocketQuotas } from '../sockets/socket-quotas.ts'
import type { RealmSource } from './realm-directory.ts'
import { Reconciler, type ReconcilerOptions } from './reconcile.ts'
import { Room } from './room.ts'

export interface RoomsOptions
  extends Pick<RealmSource, 'realms' | 'realmModeration' | 'clock' | 'directory' | 'log'> {
  bus: Bus
  presence: PresenceDirectory
  realmLog: Pick<RealmLog, 'changesAfter' | 'versions' | 'messages'>
  quotas: SocketQuotas
  queue: Pick<FairQueue, 'run'>
  suspensions: Pick<Suspensions, 'may'>
  alone: boolean
  times: ReconcilerOptions['times']
}

export class Rooms {
  readonly #options: RoomsOptions
  readonly #rooms = new Map<string, Room>()
  readonly #holdingBack = new Set<Room>()
  readonly #reconciler: Reconciler

  constructor(options: RoomsOptions) {
    this.#options = options
    this.#reconciler = new Reconciler({ ...options, rooms: this.#rooms })
  }

  /** Lets a connection enter a realm, within its quotas. */
  enter(connection: Connection, realm: string, after: number) {
    const message = this.#options.quotas.enter(connection, realm)
    if (message !== undefined)
      return send(connection, frameOf({ type: 'refused', realm, code: 'too_many_realms', message }))
    connection.realms.add(realm)
    const room = this.#rooms.get(realm) ?? this.#open(realm, connection)
    room.enter(connection, after)
  }

  leave(connection: Connection, realm: string): void {
    const room = this.#rooms.get(realm)
    if (!connection.realms.delete(realm)) return
    this.#options.quotas.leave(connection)
    if (!room) return
    room.leave(connection)
    if (room.size() > 0) return
    this.#rooms.delete(realm)
    this.#holdingBack.delete(room)
    room.close()
  }

  leaveAll(connection: Connection): void {
    for (const realm of connection.realms) this.leave(connection, realm)
  }

  typing(connection: Connection, realm: string): void {
    if (connection.realms.has(realm)) this.#rooms.get(realm)?.typing(connection)
  }

  viewerChanged(connection: Connection, before: string | null): void {
    this.#options.quotas.walletChanged(connection, before)
    for (const realm of connection.realms) this.#rooms.get(realm)?.viewerChanged(connection, before)
  }

  presenceChanged(realmId: string): void {
    this.#rooms.get(realmId)?.presenceChanged()
  }

  tick(): void {
    for (const room of this.#holdingBack) if (!room.tick()) this.#holdingBack.delete(room)
  }

  close(): void {
    this.#reconciler.close()
    for (const room of this.#rooms.values()) room.close()
  }

  /** @param connection opens the room; the queries for that are queued on its behalf */
  #open(id: string, connection: Connection): Room {
    const { bus, presence, realms, realmModeration, clock, realmLog, directory, suspensions, log } =
      this.#options
    const room: Room = new Room({
      ...{ id, bus, presence, realms, realmModeration, clock, realmLog, directory, suspensions, log },
      inTurn: (work) =>
        this.#options.queue.run({ group: connection.address, member: connection.wallet ?? '' }, () => {
          if (this.#rooms.get(id) !== room) throw new Failure('not_found', 'Everyone has left the room.')
          return work()
        }),
      holdsBack: () => this.#holdingBack.add(room),
    })
    this.#rooms.set(id, room)
    return room
  }
}
