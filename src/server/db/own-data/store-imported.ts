import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { EditedPersona } from '../../../shared/agents/persona.ts'
import type { Elsewhere } from '../../../shared/agents/signed-version.ts'
import type { ExportedBrief } from '../../../shared/own-data/export-format.ts'
import type { ExportedAgent } from '../../../shared/own-data/exported-agent.ts'
import type { ExportedConversation } from '../../../shared/own-data/exported-conversation.ts'
import type { ExportedRealm } from '../../../shared/own-data/exported-realm.ts'
import type { ExportedRun } from '../../../shared/own-data/exported-run.ts'
import type { SwarmSeat } from '../../../shared/swarm/swarm.ts'
import { giveHandle } from '../agents/handles.ts'
import { type NewPersona, savePersona } from '../agents/personas.ts'
import type { Db } from '../connect/connect.ts'
import { analyzeMessages } from '../conversations/message-path.ts'
import { lockNames } from '../lock-names.ts'
import { countRows } from '../rows.ts'
import { agents, agentVersions } from '../schema/agents.ts'
import { conversations, messages, stories } from '../schema/conversations.ts'
import { realmMessages, realms } from '../schema/realms.ts'
import { socialBriefs } from '../schema/social.ts'
import { swarmRuns, swarmTurns } from '../schema/swarm.ts'
import { partsBeside, toStored } from '../turns/stored-parts.ts'

// Each item is stored completely or not at all; one that an earlier attempt stored under its id stays unchanged.

export type StoredImport = 'made' | 'there'

interface Target {
  id: string
  owner: string
  /** Later times in the import are replaced by this one. */
  now: Date
}

const ROWS_AT_ONCE = 500

/** Times come from a file that anyone can write: one in the future would sort before everything else in every list. */
const notAfter = (now: Date, time: string) => new Date(Math.min(now.getTime(), Date.parse(time)))

export async function isStored(
  db: Db,
  kind: 'agents' | 'realms' | 'conversations' | 'runs' | 'briefs',
  id: string,
): Promise<boolean> {
  return (await countRows(db, sql`select from ${tables[kind]} where id = ${id}::uuid`)) > 0
}

const tables = { agents, realms, conversations, runs: swarmRuns, briefs: socialBriefs } satisfies Record<
  string,
  PgTable
>

export function storeAgent(
  db: Db,
  { id, owner, now }: Target,
  agent: ExportedAgent,
  persona: Omit<NewPersona, 'agentId' | 'now'> | null,
  /** Of earlier versions, by version. */
  replaced: ReadonlyMap<number, EditedPersona>,
  elsewhere: Elsewhere | null,
): Promise<StoredImport> {
  const { versions, createdAt, documents: _, sourcesOpen: __, ...rest } = agent
  const { persona: ___, cardFiles: ____, signed: _____, copyOf: ______, ...fields } = rest
  return db.transaction(async (transaction) => {
    const made = await transaction
      .insert(agents)
      .values({ ...fields, id, owner, elsewhere, createdAt: notAfter(now, createdAt) })
      .onConflictDoNothing()
      .returning({ id: agents.id })
    if (made.length === 0) return 'there'
    await giveHandle(transaction, { id, name: fields.name })
    const rows = versions.map(({ replacedAt, replacedPersona: _, ...version }) => ({
      ...version,
      replacedPersona: replaced.get(version.number) ?? null,
      agentId: id,
      replacedAt: notAfter(now, replacedAt),
    }))
    if (rows.length > 0) await transaction.insert(agentVersions).values(rows)
    if (persona) await savePersona(transaction, { ...persona, agentId: id, now })
    return 'made'
  })
}

/** Stores a realm with its creator's messages, renumbered, because those of others between them are not in the export. */
export function storeRealm(db: Db, { id, owner, now }: Target, realm: ExportedRealm): Promise<StoredImport> {
  const { name, description, unlisted, policy, agentTurns, agentWords, messages: said } = realm
  const { slowSeconds, heldWords } = realm
  const last = said.length
  const places = new Map(said.map(({ number }, index) => [number, index + 1]))
  const rows = said.map((word, index) => ({
    realmId: id,
    number: index + 1,
    version: index + 1,
    settled: index + 1,
    id: word.id,
    kind: 'said' as const,
    author: owner,
    content: word.content,
    createdAt: notAfter(now, word.createdAt),
    replyTo: word.replyTo === null ? null : (places.get(word.replyTo) ?? null),
  }))
  return db.transaction(async (transaction) => {
    const made = await transaction
      .insert(realms)
      .values({
        ...{ id, name, description, unlisted, policy, agentTurns, agentWords, slowSeconds, heldWords },
        createdBy: owner,
        participants: [owner],
        createdAt: notAfter(now, realm.createdAt),
        lastMessage: last,
        lastChange: last,
        // No agent should answer messages that were written elsewhere and long ago.
        directed: last,
      })
      .onConflictDoNothing()
      .returning({ id: realms.id })
    if (made.length === 0) return 'there'
    for (const some of portions(rows)) await transaction.insert(realmMessages).values(some)
    return 'made'
  })
}

export async function storeConversation(
  db: Db,
  { id, owner, now }: Target,
  conversation: ExportedConversation,
): Promise<StoredImport> {
  const { agentId, agentName, title, modelRef, activeLeaf, messages: said } = conversation
  const rows = said.map((message, index) => ({
    conversationId: id,
    id: message.id,
    parentId: message.parentId,
    number: index + 1,
    role: message.role,
    erased: message.erased ?? false,
    ...(message.role === 'user'
      ? { content: message.content }
      : {
          ...toStored(message),
          state: message.state,
          cutShort: message.cutShort,
          forgotten: message.forgotten,
          repliedAt: message.repliedAt === null ? null : notAfter(now, message.repliedAt),
        }),
    createdAt: notAfter(now, message.createdAt),
  }))
  const told = (conversation.stories ?? []).map((story) => ({
    ...{ ...story, conversationId: id },
    createdAt: notAfter(now, story.createdAt),
    updatedAt: notAfter(now, story.updatedAt),
  }))
  const outcome = await db.transaction(async (transaction): Promise<StoredImport> => {
    const made = await transaction
      .insert(conversations)
      .values({
        ...{ id, owner, agentId, agentName, title, modelRef, activeLeaf },
        lastMessage: rows.length,
        createdAt: notAfter(now, conversation.createdAt),
        updatedAt: notAfter(now, conversation.updatedAt),
      })
      .onConflictDoNothing()
      .returning({ id: conversations.id })
    if (made.length === 0) return 'there'
    for (const some of portions(rows)) await transaction.insert(messages).values(some)
    if (told.length > 0) await transaction.insert(stories).values(told).onConflictDoNothing()
    return 'made'
  })
  await analyzeMessages(db, rows.length)
  return outcome
}

/** Stores a completed run. It is not shared until its owner shares it again. */
export function storeRun(
  db: Db,
  { id, owner, now }: Target,
  run: Omit<ExportedRun, 'seats'> & { seats: SwarmSeat[] },
): Promise<StoredImport> {
  const { mode, seats, phases, state } = run
  const rows = run.turns.map(({ sources, model, ownCalls, ...turn }, index) => ({
    ...turn,
    parts: partsBeside({ sources, model, ownCalls }),
    runId: id,
    number: index + 1,
    createdAt: notAfter(now, turn.createdAt),
  }))
  return db.transaction(async (transaction) => {
    const made = await transaction
      .insert(swarmRuns)
      .values({
        ...{ id, owner, mode, seats, phases, state },
        awaitsStep: false,
        createdAt: notAfter(now, run.createdAt),
        updatedAt: notAfter(now, run.updatedAt),
      })
      .onConflictDoNothing()
      .returning({ id: swarmRuns.id })
    if (made.length === 0) return 'there'
    for (const some of portions(rows)) await transaction.insert(swarmTurns).values(some)
    return 'made'
  })
}

/** @returns `full` if the wallet has `most` briefs already */
export function storeImportedBrief(
  db: Db,
  { id, owner, now }: Target,
  brief: ExportedBrief,
  most: number,
): Promise<StoredImport | 'full'> {
  const { createdAt, updatedAt, ...fields } = brief
  return db.transaction(async (transaction) => {
    // As in `insertBrief`, serializes additions by the same wallet, so that the limit holds.
    await lockNames(transaction, `briefs ${owner}`)
    if (await isStored(transaction, 'briefs', id)) return 'there'
    const [kept] = await transaction
      .select({ count: count() })
      .from(socialBriefs)
      .where(and(eq(socialBriefs.owner, owner), isNull(socialBriefs.deletedAt)))
    if ((kept?.count ?? 0) >= most) return 'full'
    await transaction.insert(socialBriefs).values({
      ...fields,
      ...{ id, owner, revision: 1 },
      createdAt: notAfter(now, createdAt),
      updatedAt: notAfter(now, updatedAt),
    })
    return 'made'
  })
}

function* portions<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
}
