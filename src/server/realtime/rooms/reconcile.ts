import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { Realms } from '../../domain/realms/realms.ts'
import type { Bus } from '../bus/bus.ts'
import type { HubTimes } from '../hub.ts'
import type { Room } from './room.ts'

/** Maximum number of realms in one statement. */
const REALMS_AT_ONCE = 1_000

/**
 * Delay between reading two realms, in milliseconds, so that reading a thousand of them does not burden the database.
 */
const READ_PAUSE_MS = 2

/** How long rooms that may have missed something are collected before one common query, in milliseconds. */
const TOGETHER_MS = 20

/** While the bus is not healthy, the realms themselves are read once in this many checks. */
const READ_EVERY = 5

/** Finds changes that the bus did not deliver by querying the database, with one statement for all rooms. */
export function createReconciler({
  rooms,
  bus,
  realms,
  log,
  alone,
  times,
}: {
  rooms: ReadonlyMap<string, Room>
  bus: Bus
  realms: Pick<Realms, 'versions' | 'messages'>
  log: Logger
  alone: boolean
  times: Pick<HubTimes, 'look' | 'reconcileWithoutBus'>
}): { close(): void } {
  const say = logThrottled()
  let lookedAt = performance.now()
  let looks = 0
  let busy = false
  let closed = false
  /** The rooms that may have missed something; undefined for all. */
  let wanted: Set<string> | undefined = new Set()
  let soon: NodeJS.Timeout | undefined

  async function lookAt(ids: readonly string[]) {
    for (let from = 0; from < ids.length && !closed; from += REALMS_AT_ONCE) {
      const some = ids.slice(from, from + REALMS_AT_ONCE)
      const versions = await realms.versions(some)
      for (const id of some) rooms.get(id)?.looked(versions.get(id))
    }
  }

  /** Reads what versions do not cover: the realms themselves and the text of running answers. */
  async function readAgain(everything: boolean) {
    for (const room of [...rooms.values()]) {
      if (closed) return
      for (const number of room.silentAnswers(0.75 * times.reconcileWithoutBus)) {
        const { messages } = await realms.messages(room.id, { after: number - 1, limit: 1 })
        for (const message of messages) room.receiveStored(message)
      }
      if (!everything) continue
      room.refresh()
      await wait(READ_PAUSE_MS, undefined, { ref: false })
    }
  }

  async function look(ids: readonly string[], everything: boolean, withoutBus: boolean) {
    if (busy || closed || ids.length === 0) return
    busy = true
    try {
      await lookAt(ids)
      if (withoutBus || everything) await readAgain(everything)
    } catch (error) {
      say(log, 'warn', { err: error }, 'what is new in the realms could not be read')
    }
    busy = false
  }

  function lookSoon(realmId?: string) {
    if (realmId === undefined) wanted = undefined
    else wanted?.add(realmId)
    soon ??= setTimeout(() => {
      soon = undefined
      // The check that is running may have begun too early to see the change.
      if (busy) return lookSoon(realmId)
      const ids = wanted ? [...wanted] : [...rooms.keys()]
      const everything = wanted === undefined
      wanted = new Set()
      void look(ids, everything, false)
    }, TOGETHER_MS).unref()
  }

  const stopMissing = alone ? () => {} : bus.onMissed(lookSoon)
  const regular = alone
    ? undefined
    : setInterval(() => {
        const received = bus.healthy()
        if (received && performance.now() - lookedAt < times.look) return
        lookedAt = performance.now()
        looks += 1
        void look([...rooms.keys()], !received && looks % READ_EVERY === 0, !received)
      }, times.reconcileWithoutBus).unref()

  return {
    close() {
      closed = true
      stopMissing()
      clearInterval(regular)
      clearTimeout(soon)
    },
  }
}
