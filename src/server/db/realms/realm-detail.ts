import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { limits } from '../../../shared/common/limits.ts'
import type { RealmAgent, RealmDetail } from '../../../shared/realms/realms.ts'
import { pictureUrlOf } from '../agents/picture-url.ts'
import type { Db } from '../connect/connect.ts'
import { realms } from '../schema/realms.ts'
import { presentRealm, realmColumns } from './realms.ts'

const HOUR_MS = 60 * 60_000

/** The agents that are in a realm, in the order in which they were invited: none that is dormant or deleted. */
const agentsOf = sql<RealmAgent[]>`(
  select coalesce(json_agg(json_build_object('id', agent.id, 'name', agent.name, 'imageUrl', agent.image_url,
    'category', agent.category, 'owner', agent.owner, 'invitedBy', invited.invited_by, 'trouble', invited.trouble)
    order by invited.invited_at, invited.agent_id), '[]')
  from realm_agents invited join agents agent on agent.id = invited.agent_id
  where invited.realm_id = realms.id and agent.deleted_at is null and agent.visibility_enabled)`

/**
 * As the director counted them; none once a person spoke whom it has not heard yet. The kind is not asked for in the
 * condition, or an index of the answers alone would seem the shorter way to one message.
 */
const turnsTaken = sql<number>`(
  case when (select kind = 'answer' from realm_messages where realm_id = realms.id and number = last_message)
    then turns_taken else 0 end)`

/** Of agents' answers within the last hour: the words that were said, and those that running ones may still say. */
const answersOfTheHour = (words: SQL, now: Date) => sql<number>`(
  select coalesce(sum(${words}), 0)::int from realm_messages
  where realm_id = realms.id and kind = 'answer'
    and created_at > ${new Date(now.getTime() - HOUR_MS).toISOString()}::timestamptz)`

/** All that a realm shows to everybody, as of one moment; null where there is no such realm. */
export async function findRealmDetail(db: Db, id: string, now: Date): Promise<RealmDetail | null> {
  const [row] = await db
    .select({
      ...realmColumns,
      creatorName: sql<
        string | null
      >`(select people.name from people where people.address = ${realms.createdBy})`,
      policy: realms.policy,
      agentTurns: realms.agentTurns,
      agentWords: realms.agentWords,
      agents: agentsOf,
      turnsTaken,
      wordsSaid: answersOfTheHour(sql`words`, now),
      wordsGiven: answersOfTheHour(sql`case when words is null then words_given end`, now),
      held: realms.held,
    })
    .from(realms)
    .where(and(eq(realms.id, id), isNull(realms.deletedAt)))
  if (!row) return null
  const { wordsGiven, agents, ...rest } = row
  const shown = agents.map((agent) => ({ ...agent, imageUrl: pictureUrlOf(agent.imageUrl) }))
  const realm = { ...rest, agents: shown }
  return { ...presentRealm(realm), held: heldBy(realm, wordsGiven) }
}

/** The cap that held an agent when the director last looked, as long as it still does: hours pass, and agents go. */
function heldBy(
  { held, agents, agentWords, wordsSaid }: Omit<RealmDetail, 'createdAt'>,
  wordsGiven: number,
): RealmDetail['held'] {
  if (agents.length === 0) return null
  return held === 'words' && agentWords - wordsSaid - wordsGiven >= limits.turnWords.min ? null : held
}
