import { randomUUID } from 'node:crypto'
import type {
  DeletedFacts,
  Fact,
  FactChanges,
  KeptFact,
  Memory,
  MemoryChanges,
  NewFact,
} from '../src/shared/memory/facts.ts'
import { newAgent } from './app.ts'
import { asking } from './own-world.ts'
import type { Account, Send } from './sign-in.ts'

/** What a person does with what an agent remembers of them, by the API. */
export function memoryClient(send: Send) {
  const ask = asking(send)
  const at = (agentId: string) => `/api/me/memory/${agentId}`
  return {
    at,
    makeAgent: async (as: Account, name = 'Nova') =>
      (await ask<{ id: string }>('POST', '/api/agents', as, { ...newAgent, name })).id,
    open: (as: Account, agentId: string, query = '') =>
      ask<Memory>('GET', `${at(agentId)}?${new URLSearchParams({ query })}`, as),
    choose: (as: Account, agentId: string, changes: MemoryChanges) =>
      ask<Memory>('PUT', at(agentId), as, changes),
    add: (as: Account, agentId: string, text: string, more: Partial<NewFact> = {}) =>
      ask<KeptFact>('POST', `${at(agentId)}/facts`, as, { id: randomUUID(), text, ...more }),
    edit: (as: Account, agentId: string, id: string, changes: FactChanges) =>
      ask<Fact>('PATCH', `${at(agentId)}/facts/${id}`, as, changes),
    /** One fact, or all. */
    remove: (as: Account, agentId: string, id?: string) =>
      ask<DeletedFacts>('DELETE', `${at(agentId)}/facts${id ? `/${id}` : ''}`, as),
    restore: (as: Account, agentId: string, { deletedAt }: Pick<DeletedFacts, 'deletedAt'>) =>
      ask<Memory>('POST', `${at(agentId)}/facts/restore`, as, { deletedAt }),
  }
}
