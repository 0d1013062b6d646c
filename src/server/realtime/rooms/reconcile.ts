import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../base/log.ts'
import { logSeldom } from '../../base/log-seldom.ts'
import type { Realms } from '../../domain/realms/realms.ts'
import type { Bus } from '../bus/bus.ts'
import type { HubTimes } from '../hub.ts'
import type { Room } from './room.ts'

/** Realms that one statement asks for. */
const REALMS_AT_ONCE = 1_000

/** Milliseconds between two realms that are read anew, so that a thousand of them are nobody's burden. */
const READ_PAUSE_MS = 2

/** Milliseconds in which several rooms that may have missed something are asked for together. */
const TOGETHER_MS = 20

/** While other servers are not heard, the realms themselves are read anew once in so many looks. */
const READ_EVERY = 5

/** Finds in the database what the bus did not bring: all rooms with one statement. */
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
  times: Pick<HubTimes, 'look' | 'lookUnheard'>
}): { close(): void } {
  const say = logSeldom()
  let lookedAt = performance.now()
  let looks = 0
  let busy = false
  let closed = false
  /** Rooms that may have missed something; undefined for all. */
  let wanted: Set<string> | undefined = new Set()
  let soon: NodeJS.Timeout | undefined

  async function lookAt(ids: readonly string[]) {
    for (let from = 0; from < ids.length && !closed; from += REALMS_AT_ONCE) {
      const some = ids.slice(from, from + REALMS_AT_ONCE)
      const versions = await realms.versions(some)
      for (const id of some) rooms.get(id)?.looked(versions.get(id))
    }
  }

  /** What no version tells: the realms themselves, and words of running answers. */
  async function readAnew(everything: boolean) {
    for (const room of [...rooms.values()]) {
      if (closed) return
      for (const number of room.silentAnswers(0.75 * times.lookUnheard)) {
        const { messages } = await realms.messages(room.id, { after: number - 1, limit: 1 })
        for (const message of messages) room.hearStored(message)
      }
      if (!everything) continue
      room.refresh()
      await wait(READ_PAUSE_MS, undefined, { ref: false })
    }
  }

  async function look(ids: readonly string[], everything: boolean, unheard: boolean) {
    if (busy || closed || ids.length === 0) return
    busy = true
    try {
      await lookAt(ids)
      if (unheard || everything) await readAnew(everything)
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
      // The look under way can be too early for it.
      if (busy) return lookSoon(realmId)
      const ids = wanted ? [...wanted] : [...rooms.keys()]
      const everything = wanted === undefined
      wanted = new Set()
      void look(ids, everything, false)
    }, TOGETHER_MS).unref()
  }

  const stopMissing = alone ? () => {} : bus.hearMissed(lookSoon)
  const regular = alone
    ? undefined
    : setInterval(() => {
        const heard = bus.healthy()
        if (heard && performance.now() - lookedAt < times.look) return
        lookedAt = performance.now()
        looks += 1
        void look([...rooms.keys()], !heard && looks % READ_EVERY === 0, !heard)
      }, times.lookUnheard).unref()

  return {
    close() {
      closed = true
      stopMissing()
      clearInterval(regular)
      clearTimeout(soon)
    },
  }
}
