import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { RealmLog } from '../../domain/realms/realm-log.ts'
import type { Bus } from '../bus/bus.ts'
import type { Room } from './room.ts'

const REALMS_AT_ONCE = 1_000

/** Pause between two realms, so that reading a thousand of them does not burden the database. */
const READ_PAUSE_MS = 2

/** How long rooms that may have missed something are collected before one common query, in milliseconds. */
const TOGETHER_MS = 20

/** While the bus is not healthy, the realms themselves are read once in this many checks. */
const READ_EVERY = 5

export interface ReconcilerOptions {
  rooms: ReadonlyMap<string, Room>
  bus: Pick<Bus, 'onMissed' | 'healthy'>
  realmLog: Pick<RealmLog, 'versions' | 'messages'>
  log: Logger
  /** Whether no other server can be using this database; then the bus delivers every change. */
  alone: boolean
  /** The interval of database queries for missed changes in milliseconds, while the bus is healthy and while it is not. */
  times: { look: number; reconcileWithoutBus: number }
}

/** Finds changes that the bus did not deliver by querying the database, with one statement for all rooms. */
export class Reconciler {
  readonly #options: ReconcilerOptions
  readonly #say = logThrottled()
  readonly #stop: () => void
  #lookedAt = performance.now()
  #looks = 0
  #busy = false
  #closed = false
  /** Whether something may have been missed that could not be read yet. */
  #isOwed = false
  /** The rooms that may have missed something; undefined for all. */
  #wanted: Set<string> | undefined = new Set()
  #soon: NodeJS.Timeout | undefined

  constructor(options: ReconcilerOptions) {
    const { alone, bus, times } = options
    this.#options = options
    const stopMissing = alone ? () => {} : bus.onMissed((realmId) => this.#missed(realmId))
    const regular = alone
      ? undefined
      : setInterval(() => this.#lookRegularly(), times.reconcileWithoutBus).unref()
    this.#stop = () => {
      stopMissing()
      clearInterval(regular)
    }
  }

  close(): void {
    this.#closed = true
    this.#stop()
    clearTimeout(this.#soon)
  }

  #lookRegularly(): void {
    const { bus, rooms, times } = this.#options
    const received = bus.healthy()
    if (received && !this.#isOwed && performance.now() - this.#lookedAt < times.look) return
    this.#lookedAt = performance.now()
    this.#looks += 1
    const everything = this.#isOwed || (!received && this.#looks % READ_EVERY === 0)
    void this.#look([...rooms.keys()], everything, !received)
  }

  #missed(realmId?: string): void {
    if (realmId !== undefined) this.#options.rooms.get(realmId)?.refresh()
    this.#lookSoon(realmId)
  }

  #lookSoon(realmId?: string): void {
    if (realmId === undefined) this.#wanted = undefined
    else this.#wanted?.add(realmId)
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      // The check that is running may have begun too early to see the change.
      if (this.#busy) return this.#lookSoon(realmId)
      const everything = this.#wanted === undefined
      const ids = [...(this.#wanted ?? this.#options.rooms.keys())]
      this.#wanted = new Set()
      void this.#look(ids, everything, false)
    }, TOGETHER_MS).unref()
  }

  async #look(ids: readonly string[], everything: boolean, withoutBus: boolean): Promise<void> {
    if (this.#busy || this.#closed || ids.length === 0) return
    this.#busy = true
    this.#isOwed &&= !everything
    try {
      await this.#readVersions(ids)
      if (withoutBus || everything) await this.#readAgain(everything)
    } catch (error) {
      this.#isOwed ||= everything
      this.#say(this.#options.log, 'warn', { err: error }, 'what is new in the realms could not be read')
    }
    this.#busy = false
  }

  async #readVersions(ids: readonly string[]): Promise<void> {
    const { rooms, realmLog } = this.#options
    for (let from = 0; from < ids.length && !this.#closed; from += REALMS_AT_ONCE) {
      const some = ids.slice(from, from + REALMS_AT_ONCE)
      const versions = await realmLog.versions(some)
      for (const id of some) rooms.get(id)?.looked(versions.get(id))
    }
  }

  /** Reads what versions do not cover: the realms themselves and the text of running answers. */
  async #readAgain(everything: boolean): Promise<void> {
    const { rooms, realmLog, times } = this.#options
    for (const room of [...rooms.values()]) {
      if (this.#closed) return
      for (const number of room.silentAnswers(0.75 * times.reconcileWithoutBus)) {
        const { messages } = await realmLog.messages(room.id, { after: number - 1, limit: 1 })
        for (const message of messages) room.receiveStored(message)
      }
      if (!everything) continue
      room.refresh()
      await wait(READ_PAUSE_MS, undefined, { ref: false })
    }
  }
}
