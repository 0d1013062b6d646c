import { and, desc, eq, lt } from 'drizzle-orm'
import { type AgentContent, fieldNames, pickFields } from '../../../shared/agents/agent-fields.ts'
import { type AgentVersion, changedFields } from '../../../shared/agents/agent-versions.ts'
import type { Agent, AgentChanges } from '../../../shared/agents/agents.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { Db } from '../connect/connect.ts'
import { agents, agentVersions } from '../schema/agents.ts'
import { ownedAndThere, updateAgent } from './agents.ts'
import { takeHandle } from './handles.ts'

/** Why a change was not made. */
export type NotChanged = 'outdated' | 'handle taken' | 'too many handles'

/** A version that has been replaced. */
export type PastVersion = Omit<AgentVersion, 'pictureUrl' | 'since'> & { replacedAt: Date }

/**
 * A change to an agent of this owner, made at a given time. `basedOn` is the version it was made to; undefined means
 * the current one.
 */
interface Change {
  id: string
  owner: string
  basedOn: number | undefined
  at: Date
}

/**
 * Changes an agent, and stores its previous state as a version if a versioned field changes.
 * @returns null if the owner has no such agent, `outdated` if its current version is not the one that the change is
 *   based on, or why it can't have the handle
 */
export function changeAgent(
  db: Db,
  { changes, ...change }: Change & { changes: Omit<AgentChanges, 'basedOn'> },
): Promise<Agent | NotChanged | null> {
  return db
    .transaction(async (transaction) => {
      const before = await lockAgent(transaction, change)
      if (before === null || before === 'outdated') return before
      if (changes.handle === undefined) return replace(transaction, change, before, changes)
      const named = { id: change.id, name: changes.name ?? before.name }
      const taken = await takeHandle(transaction, named, changes.handle)
      if (typeof taken === 'string') throw new NotTaken(taken)
      return replace(transaction, change, before, { ...changes, ...taken })
    })
    .catch((error: unknown) => {
      if (error instanceof NotTaken) return error.reason
      throw error
    })
}

/** Undoes the transaction, because a handle that was noted in it must not stay the agent's. */
class NotTaken extends Error {
  override name = 'NotTaken'
  readonly reason: Exclude<NotChanged, 'outdated'>

  constructor(reason: Exclude<NotChanged, 'outdated'>) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Restores a stored version of an agent. This is a change like any other. Returns `gone` if that version is no longer
 * stored.
 */
export function restoreVersion(
  db: Db,
  { number, ...change }: Change & { number: number },
): Promise<Agent | 'outdated' | 'gone' | null> {
  return db.transaction(async (transaction) => {
    const before = await lockAgent(transaction, change)
    if (before === null || before === 'outdated') return before
    if (number === before.number) return replace(transaction, change, before, {})
    if (number <= before.number - limits.agentVersions) return 'gone'
    const [wanted] = await transaction
      .select(pickFields(agentVersions, fieldNames))
      .from(agentVersions)
      .where(and(eq(agentVersions.agentId, change.id), eq(agentVersions.number, number)))
    return wanted ? replace(transaction, change, before, wanted) : 'gone'
  })
}

/**
 * Lists the versions of an agent before the given number, newest first. A stored version never changes, so the result
 * is consistent with the version the caller already has, even if the agent changes in the meantime.
 */
export async function listPastVersions(db: Db, id: string, before: number): Promise<PastVersion[]> {
  return db
    .select({
      ...pickFields(agentVersions, fieldNames),
      number: agentVersions.number,
      replacedAt: agentVersions.replacedAt,
    })
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, id), lt(agentVersions.number, before)))
    .orderBy(desc(agentVersions.number))
    .limit(limits.agentVersions)
}

/**
 * Reads the current version and locks the row until the transaction ends. `for no key update` does not block inserts of
 * rows that reference the agent.
 */
async function lockAgent(
  transaction: Db,
  { id, owner, basedOn }: Change,
): Promise<(AgentContent & { number: number }) | 'outdated' | null> {
  const [row] = await transaction
    .select({ ...pickFields(agents, fieldNames), number: agents.version })
    .from(agents)
    .where(ownedAndThere(id, owner))
    .for('no key update')
  if (!row) return null
  return basedOn === undefined || basedOn === row.number ? row : 'outdated'
}

async function replace(
  transaction: Db,
  { id, owner, at }: Change,
  { number, ...before }: AgentContent & { number: number },
  changes: Omit<AgentChanges, 'basedOn'>,
): Promise<Agent | null> {
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (changedFields(before, { ...before, ...named }).length === 0)
    return updateAgent(transaction, id, owner, { ...changes, version: number })
  await transaction.insert(agentVersions).values({ ...before, agentId: id, number, replacedAt: at })
  // One more version is kept than is shown: the start of the oldest one shown is the time its predecessor was replaced.
  await transaction
    .delete(agentVersions)
    .where(and(eq(agentVersions.agentId, id), lt(agentVersions.number, number + 1 - limits.agentVersions)))
  return updateAgent(transaction, id, owner, { ...changes, version: number + 1 })
}
