import { and, eq, inArray, isNotNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { isUnusedImage } from '../agents/images.ts'
import { isUsedOnTheWeb } from '../agents/remote-images.ts'
import type { Db } from '../connect/connect.ts'
import { idRow, rows } from '../rows.ts'
import { agents, agentVersions, images, imageUploads, remoteImages } from '../schema/agents.ts'
import { conversations, messages } from '../schema/conversations.ts'
import { sources } from '../schema/knowledge.ts'
import { realmMessages } from '../schema/realms.ts'
import { socialBriefs } from '../schema/social.ts'
import { swarmRuns, swarmTurns } from '../schema/swarm.ts'
import { toolCalls } from '../schema/tools.ts'
import { runningTurns } from '../schema/turns.ts'
import { mayCite } from '../turns/stored-parts.ts'
import { withoutQuotes } from '../turns/without-quotes.ts'
import { uuids } from '../uuids.ts'
import { DELETED_AGENT } from './empty-words.ts'

// What others have of an agent: words belong to whom they were said to; names, pictures and quotes to its owner.

/** The deleted agents of a wallet, as long as their rows exist. */
export async function listDeletedAgents(db: Db, wallet: string): Promise<string[]> {
  const found = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.owner, wallet), isNotNull(agents.deletedAt)))
  return found.map(({ id }) => id)
}

/** Replies of a wallet's agents to others, and answers in realms that it started, which are running or wait. */
export interface RunningElsewhere {
  conversations: string[]
  runs: string[]
  answers: { realmId: string; id: string }[]
}

export async function listRunningElsewhere(
  db: Db,
  { wallet, agents: ids }: { wallet: string; agents: readonly string[] },
): Promise<RunningElsewhere> {
  const replying = await db
    .select({ id: conversations.id })
    .from(runningTurns)
    .innerJoin(conversations, eq(conversations.id, runningTurns.conversationId))
    .where(inArray(conversations.agentId, [...ids]))
  const running = await rows(
    db,
    idRow,
    sql`select distinct ${swarmRuns.id} as id from ${runningTurns}
    join ${swarmRuns} on ${swarmRuns.id} = ${runningTurns.runId} where ${hasSeatOf(ids)}`,
  )
  const answers = await db
    .select({ realmId: realmMessages.realmId, id: realmMessages.id })
    .from(runningTurns)
    .innerJoin(
      realmMessages,
      and(eq(realmMessages.realmId, runningTurns.realmId), eq(realmMessages.id, runningTurns.replyId)),
    )
    .where(or(eq(realmMessages.author, wallet), inArray(realmMessages.agentId, [...ids])))
  const waiting = await rows(
    db,
    z.object({ realmId: z.string(), id: z.string() }),
    sql`select distinct realm_id as "realmId", reply_id as id from ${toolCalls}
    where realm_id is not null and state in ('waiting', 'unknown')
      and (wallet = ${wallet} or agent_id = any(${uuids(ids)}))`,
  )
  return {
    conversations: replying.map(({ id }) => id),
    runs: running.map(({ id }) => id),
    answers: [...answers, ...waiting],
  }
}

const hasSeatOf = (ids: readonly string[]): SQL =>
  sql`exists (select from jsonb_array_elements(${swarmRuns.seats}) as places (taken)
    where (taken ->> 'agentId')::uuid = any(${uuids(ids)}))`

/** Removes the names and pictures of a wallet's agents, and the quotes of their documents, from what others own. */
export async function removeTraces(db: Db, wallet: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const named = { agentName: DELETED_AGENT }
  await db
    .update(conversations)
    .set(named)
    .where(and(inArray(conversations.agentId, [...ids]), ne(conversations.owner, wallet)))
  await db
    .update(socialBriefs)
    .set(named)
    .where(and(inArray(socialBriefs.agentId, [...ids]), ne(socialBriefs.owner, wallet)))
  // Besides the agent's documents, a reply cites the files of its conversation, which are the reader's own.
  const isFile = sql`exists (select from ${sources} where ${sources.id} = (cited ->> 'sourceId')::uuid
    and ${sources.conversationId} = ${messages.conversationId})`
  await db
    .update(messages)
    .set({ parts: withoutQuotes(messages.parts, sql`not ${isFile}`) })
    .from(conversations)
    .where(
      and(
        eq(conversations.id, messages.conversationId),
        inArray(conversations.agentId, [...ids]),
        ne(conversations.owner, wallet),
        mayCite(messages.parts),
      ),
    )
  await removeFromRuns(db, wallet, ids)
}

async function removeFromRuns(db: Db, wallet: string, ids: readonly string[]): Promise<void> {
  const theirs = and(ne(swarmRuns.owner, wallet), hasSeatOf(ids))
  const isDocument = sql`exists (select from ${sources} where ${sources.id} = (cited ->> 'sourceId')::uuid
    and ${sources.agentId} = any(${uuids(ids)}))`
  const isOfSeat = sql`coalesce(((${swarmRuns.seats} -> ${swarmTurns.seat}) ->> 'agentId')::uuid = any(${uuids(ids)}), false)`
  await db
    .update(swarmTurns)
    .set({ parts: withoutQuotes(swarmTurns.parts, sql`(${isOfSeat} or ${isDocument})`) })
    .from(swarmRuns)
    .where(and(eq(swarmRuns.id, swarmTurns.runId), theirs, mayCite(swarmTurns.parts)))
  const blank = JSON.stringify({ agentName: DELETED_AGENT, agentImageUrl: DEFAULT_IMAGE_URL })
  await db
    .update(swarmRuns)
    .set({
      seats: sql`(select jsonb_agg(
          case when (taken ->> 'agentId')::uuid = any(${uuids(ids)}) then taken || ${blank}::jsonb else taken end
          order by place)
        from jsonb_array_elements(${swarmRuns.seats}) with ordinality as places (taken, place))`,
    })
    .where(theirs)
}

/** Removes the pictures that only a wallet uploaded or chose, so that their addresses fail at once, not within a day. */
export async function removePictures(transaction: Db, wallet: string): Promise<void> {
  const uploaded = await transaction
    .delete(imageUploads)
    .where(eq(imageUploads.wallet, wallet))
    .returning({ hash: imageUploads.hash })
  const theirs = await listDeletedAgents(transaction, wallet)
  const shown = await transaction
    .select({ url: agents.imageUrl })
    .from(agents)
    .where(inArray(agents.id, theirs))
  const versions = await transaction
    .delete(agentVersions)
    .where(inArray(agentVersions.agentId, theirs))
    .returning({ url: agentVersions.imageUrl })
  await transaction.update(agents).set({ imageUrl: DEFAULT_IMAGE_URL }).where(inArray(agents.id, theirs))
  const urls = [...new Set([...shown, ...versions].map(({ url }) => url))]
  const copies = await transaction
    .delete(remoteImages)
    .where(and(inArray(remoteImages.url, urls), sql`not ${isUsedOnTheWeb}`))
    .returning({ hash: remoteImages.imageHash })
  const hashes = [...uploaded, ...copies].flatMap(({ hash }) => hash ?? [])
  const otherUpload = transaction
    .select({ hash: imageUploads.hash })
    .from(imageUploads)
    .where(eq(imageUploads.hash, images.hash))
  await transaction
    .delete(images)
    .where(and(inArray(images.hash, hashes), isUnusedImage, notExists(otherUpload)))
}
