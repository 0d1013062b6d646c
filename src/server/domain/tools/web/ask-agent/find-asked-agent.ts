import type { Agent } from '../../../../../shared/agents/agents.ts'
import { couldBeHandle, plainHandle } from '../../../../../shared/agents/handles.ts'
import { isUuid } from '../../../../../shared/common/uuid.ts'
import { findAgentByHandle } from '../../../../db/agents/handles.ts'
import type { Db } from '../../../../db/connect/connect.ts'
import type { Agents } from '../../../agents/agents.ts'

export type AskedAgent = Pick<Agent, 'id' | 'name' | 'handle' | 'owner' | 'isPublic'>

/** Several, where only a handle says which one is meant. */
export type FoundAgent = AskedAgent | null | { several: readonly AskedAgent[] }

interface FindAskedOptions {
  db: Db
  agents: Pick<Agents, 'findChoosable' | 'list' | 'listOwned'>
}

/** As many agents of one name are compared. */
const MOST_LIKE = 20

/**
 * Finds an agent that a wallet may use by its id, its handle with or without `@`, or its whole name. Without `@` an own
 * one is meant before those of others.
 */
export async function findAskedAgent(
  { db, agents }: FindAskedOptions,
  name: string,
  wallet: string,
): Promise<FoundAgent> {
  const text = name.trim()
  if (isUuid(text)) return agents.findChoosable(text, wallet)
  const handle = plainHandle(text)
  const id = couldBeHandle(handle) ? await findAgentByHandle(db, handle) : null
  const byHandle = id === null ? null : await agents.findChoosable(id, wallet)
  if (byHandle?.owner === wallet || text.startsWith('@') || text === '') return byHandle
  const query = { query: text, limit: MOST_LIKE }
  const [own, others] = await Promise.all([agents.listOwned(wallet, query), agents.list(query)])
  const called = (list: readonly AskedAgent[]) => list.filter((agent) => isCalled(agent, text))
  const mine = called(own.agents.filter(({ moderation }) => moderation !== 'down'))
  const all = mine.length > 0 ? mine : [...(byHandle ? [byHandle] : []), ...called(others.agents)]
  const found = new Map(all.map((agent) => [agent.id, agent]))
  const [first = null] = found.values()
  return found.size <= 1 ? first : { several: [...found.values()] }
}

const isCalled = ({ name }: AskedAgent, text: string) =>
  name.trim().localeCompare(text, undefined, { sensitivity: 'accent' }) === 0
