import { and, eq, type SQL, sql } from 'drizzle-orm'
import { limits } from '../../../shared/common/limits.ts'
import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { RealmAgent, RealmDetail } from '../../../shared/realms/realms.ts'
import { pictureUrlOf } from '../agents/picture-url.ts'
import { isOpenAs } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { isShownPerson, shownName } from '../people/shown-people.ts'
import { realms } from '../schema/realms.ts'
import { presentRealm, realmColumns } from './realms.ts'
import { isRealmReadBy } from './visibility.ts'

const HOUR_MS = 60 * 60_000

const agentsOf = sql<RealmAgent[]>`(
  select coalesce(json_agg(json_build_object('id', agent.id, 'name', agent.name, 'imageUrl', agent.image_url,
    'category', agent.category, 'owner', agent.owner, 'invitedBy', invited.invited_by, 'trouble', invited.trouble)
    order by invited.invited_at, invited.agent_id), '[]')
  from realm_agents invited join agents agent on agent.id = invited.agent_id
  where invited.realm_id = realms.id and ${isOpenAs('agent')})`

/** Without what is held: nobody has heard it yet. */
const newestKind = sql<RealmMessage['kind'] | null>`(
  select kind from realm_messages where realm_id = realms.id and withheld is null order by number desc limit 1)`

const ofAnswersOfTheHour = (sum: SQL, now: Date) => sql<number>`(
  select coalesce(${sum}, 0)::int from realm_messages
  where realm_id = realms.id and kind = 'answer'
    and created_at > ${new Date(now.getTime() - HOUR_MS).toISOString()}::timestamptz)`

/**
 * Everything that a realm shows to everybody, in one consistent read, and to whoever made it how it stands with the desk;
 * null if there is no such realm for the wallet.
 */
export async function findRealmDetail(
  db: Db,
  id: string,
  now: Date,
  wallet: string | null,
): Promise<RealmDetail | null> {
  const [row] = await db
    .select({
      ...realmColumns,
      creatorName: shownName(realms.createdBy),
      names: sql<Record<string, string>>`(
        select coalesce(json_object_agg(people.address, people.name), '{}') from people
        where people.address = any(${realms.participants}) and people.name is not null
          and ${isShownPerson})`,
      policy: realms.policy,
      agentTurns: realms.agentTurns,
      agentWords: realms.agentWords,
      slowSeconds: realms.slowSeconds,
      agents: agentsOf,
      turnsTaken: realms.turnsTaken,
      newestKind,
      wordsSaid: ofAnswersOfTheHour(sql`sum(words)`, now),
      wordsGiven: ofAnswersOfTheHour(sql`sum(words_given) filter (where words is null)`, now),
      held: realms.held,
      moderation: realms.moderation,
    })
    .from(realms)
    .where(and(eq(realms.id, id), isRealmReadBy(wallet)))
  if (!row) return null
  const { wordsGiven, newestKind: newest, agents, moderation, ...rest } = row
  const shown = agents.map((agent) => ({ ...agent, imageUrl: pictureUrlOf(agent.imageUrl) }))
  // The director counts anew once a person has spoken, but it runs a moment later.
  const turnsTaken = newest === 'answer' ? rest.turnsTaken : 0
  const told = moderation !== null && wallet === rest.createdBy ? { moderation } : {}
  const realm = { ...rest, ...told, turnsTaken, agents: shown }
  return { ...presentRealm(realm), held: heldBy(realm, wordsGiven) }
}

/** The cap that held an agent back in the last run, if it still does: hours pass, and agents leave. */
function heldBy(
  { held, agents, agentWords, wordsSaid }: Omit<RealmDetail, 'createdAt'>,
  wordsGiven: number,
): RealmDetail['held'] {
  if (agents.length === 0) return null
  return held === 'words' && agentWords - wordsSaid - wordsGiven >= limits.turnWords.min ? null : held
}
