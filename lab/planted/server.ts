/**
 * A server with faults planted into it from outside, which LAB_PLANTED names. Only the laboratory runs it: nothing of it
 * is in the product's bundle.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { OwnedId } from '../../src/server/db/deletable-rows.ts'
import { Conversations } from '../../src/server/domain/conversations/conversations.ts'
import { ApiKeys } from '../../src/server/domain/doors/api-keys.ts'
import { SdkConnection } from '../../src/server/domain/mcp/sdk-connection.ts'
import { Memories } from '../../src/server/domain/memory/memories.ts'
import { main } from '../../src/server/main.ts'
import { type PlantedFault, plantedFaults } from './planted-faults.ts'

/** How long after its acknowledgement a write happens, in milliseconds. */
const LATE_MS = 300

const plant: Record<PlantedFault, () => void> = {
  'acknowledges-before-storing': () => {
    const { add } = Memories.prototype
    Memories.prototype.add = async function (of, given) {
      void wait(LATE_MS).then(() => add.call(this, of, given).catch(() => {}))
      const now = new Date().toISOString()
      const { id, text, by, from = null } = given
      const times = { createdAt: now, updatedAt: now }
      const fact = { ...{ id, number: 1, text, by, from, isOff: false, history: [] }, ...times }
      return { fact, merged: false, choice: { state: 'on', also: [] } }
    }
  },
  'sends-twice': () => {
    const { call } = SdkConnection.prototype
    SdkConnection.prototype.call = async function (wanted, signal) {
      await call.call(this, wanted, signal)
      return call.call(this, wanted, signal)
    }
  },
  'forgets-revocation': () => {
    const { identify } = ApiKeys.prototype
    const known = new Map<string, ReturnType<ApiKeys['identify']>>()
    ApiKeys.prototype.identify = async function (authorization) {
      const found = await identify.call(this, authorization).catch((error: unknown) => {
        const before = known.get(authorization)
        if (before) return before
        throw error
      })
      known.set(authorization, Promise.resolve(found))
      return found
    }
  },
  'reads-after-delete': () => {
    const { open } = Conversations.prototype
    const known = new Map<string, ReturnType<Conversations['open']>>()
    Conversations.prototype.open = function (of: OwnedId) {
      const key = `${of.owner} ${of.id}`
      const opened = open.call(this, of).catch((error: unknown) => {
        const before = known.get(key)
        if (before) return before
        throw error
      })
      void opened.then(() => known.set(key, opened)).catch(() => {})
      return opened
    }
  },
}

const named = process.env.LAB_PLANTED?.split(',') ?? []
for (const fault of plantedFaults) if (named.includes(fault)) plant[fault]()
await main()
