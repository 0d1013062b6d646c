import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { type AgentContent, fieldNames, pickFields } from '../../../shared/agents/agent-fields.ts'
import { type AgentVersion, changedFields } from '../../../shared/agents/agent-versions.ts'
import type { Agent, AgentChanges } from '../../../shared/agents/agents.ts'
import type { EditedPersona } from '../../../shared/agents/persona.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { Db } from '../connect/connect.ts'
import { agents, agentVersions } from '../schema/agents.ts'
import { ownedAndThere, updateAgent } from './agents.ts'
import { takeHandle } from './handles.ts'
import { noteAgentsDue } from './looks-due.ts'
import { findPersona, setPersona } from './personas.ts'

type NotChanged = 'outdated' | 'handle taken' | 'too many handles'

type PastVersion = Omit<AgentVersion, 'pictureUrl' | 'since' | 'persona'> & {
  replacedAt: Date
  /** Whether the next version has another persona or lorebook. */
  replacesPersona: boolean
}

/** `basedOn` is the version that the change was made to; undefined means the current one. */
interface Change {
  id: string
  owner: string
  basedOn: number | undefined
  at: Date
}

/** Stores the previous state as a version if a versioned field changes; null if the owner has no such agent. */
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

/** Restores a version, which is a change like any other; `gone` if it is no longer stored. */
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
    const persona = await findPersonaOfVersion(transaction, change.id, number)
    return wanted ? replace(transaction, change, before, wanted, persona) : 'gone'
  })
}

/** Gives an agent another persona and lorebook, which is a change like any other. */
export function changePersona(
  db: Db,
  { persona, ...change }: Change & { persona: EditedPersona },
): Promise<Agent | 'outdated' | null> {
  return db.transaction(async (transaction) => {
    const before = await lockAgent(transaction, change)
    if (before === null || before === 'outdated') return before
    return replace(transaction, change, before, {}, persona)
  })
}

/** Persona and lorebook of a stored version: those that the first change since then replaced, or the current ones. */
export async function findPersonaOfVersion(db: Db, agentId: string, number: number): Promise<EditedPersona> {
  const [replaced] = await db
    .select({ persona: agentVersions.replacedPersona })
    .from(agentVersions)
    .where(
      and(
        eq(agentVersions.agentId, agentId),
        gte(agentVersions.number, number),
        isNotNull(agentVersions.replacedPersona),
      ),
    )
    .orderBy(agentVersions.number)
    .limit(1)
  if (replaced?.persona) return replaced.persona
  const { persona = null, lorebook = null } = (await findPersona(db, agentId)) ?? {}
  return { persona, lorebook }
}

/** Lists versions, newest first. Stored ones never change, so they fit the version that the caller has already read. */
export async function listPastVersions(db: Db, id: string, before: number): Promise<PastVersion[]> {
  return db
    .select({
      ...pickFields(agentVersions, fieldNames),
      number: agentVersions.number,
      replacedAt: agentVersions.replacedAt,
      replacesPersona: sql<boolean>`${agentVersions.replacedPersona} is not null`,
    })
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, id), lt(agentVersions.number, before)))
    .orderBy(desc(agentVersions.number))
    .limit(limits.agentVersions)
}

/** The personas and lorebooks that changes replaced, by the last version that had each. */
export async function listReplacedPersonas(db: Db, agentId: string): Promise<Map<number, EditedPersona>> {
  const rows = await db
    .select({ number: agentVersions.number, persona: agentVersions.replacedPersona })
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, agentId), isNotNull(agentVersions.replacedPersona)))
  return new Map(rows.flatMap(({ number, persona }) => (persona ? [[number, persona] as const] : [])))
}

// `for no key update` does not block inserts of rows that reference the agent.
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
  persona?: EditedPersona,
): Promise<Agent | null> {
  await noteAgentsDue(transaction, [id])
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const former = persona && (await findPersonaOfVersion(transaction, id, number))
  const replacedPersona = isDeepStrictEqual(former, persona) ? undefined : former
  if (changedFields(before, { ...before, ...named }).length === 0 && !replacedPersona)
    return updateAgent(transaction, id, owner, { ...changes, version: number })
  await transaction
    .insert(agentVersions)
    .values({ ...before, agentId: id, number, replacedAt: at, ...(replacedPersona && { replacedPersona }) })
  if (persona && replacedPersona) await setPersona(transaction, id, persona, at)
  // One more version is kept than is shown: the start of the oldest one shown is the time its predecessor was replaced.
  await transaction
    .delete(agentVersions)
    .where(and(eq(agentVersions.agentId, id), lt(agentVersions.number, number + 1 - limits.agentVersions)))
  return updateAgent(transaction, id, owner, { ...changes, version: number + 1 })
}
