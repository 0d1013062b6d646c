import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { agentFields, textFields } from '../../../shared/agents/agent-fields.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import type { Seen } from '../../../shared/trust/reports.ts'
import { pictureUrlOf } from '../agents/picture-url.ts'
import { isListed, isOpen, opensTo } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { openSharedCopy } from '../conversations/shared-copies.ts'
import { agents } from '../schema/agents.ts'
import { conversations, sharedCopies } from '../schema/conversations.ts'
import { people } from '../schema/people.ts'
import { personas } from '../schema/personas.ts'
import { realmMessages, realms } from '../schema/realms.ts'
import { agentRatings } from '../schema/trust.ts'

// What stands in a place now, as somebody sees it: one function for each kind of thing.

/** A wallet, a visitor, or who looks after the place and also sees what is hidden or taken down. */
export type Viewer = string | null | 'operator'

const isOperator = (viewer: Viewer): viewer is 'operator' => viewer === 'operator'

/** Nobody gets what was taken down but whoever made it, and operators. */
function stands(moderation: AnyPgColumn, maker: AnyPgColumn, viewer: Viewer): SQL | undefined {
  if (isOperator(viewer)) return undefined
  const isThere = or(isNull(moderation), ne(moderation, 'down'))
  return viewer === null ? isThere : or(isThere, eq(maker, viewer))
}

function agentIsSeen(viewer: Viewer): SQL | undefined {
  if (isOperator(viewer)) return isNull(agents.deletedAt)
  return and(viewer === null ? isOpen : opensTo(viewer), stands(agents.moderation, agents.owner, viewer))
}

/** Its texts, and those of its persona that reach whoever talks with it. */
export async function seeAgent(db: Db, id: string, viewer: Viewer): Promise<Seen | null> {
  const [row] = await db
    .select({ agent: agents, persona: personas.persona })
    .from(agents)
    .leftJoin(personas, eq(personas.agentId, agents.id))
    .where(and(eq(agents.id, id), agentIsSeen(viewer)))
  if (!row) return null
  const { agent, persona } = row
  const written = textFields
    .filter((name) => name !== 'name')
    .map((name) => ({ label: agentFields[name].label, text: agent[name] }))
  const greetings = (persona?.greetings ?? []).map((text) => ({ label: 'Greeting', text }))
  return {
    title: agent.name,
    maker: agent.owner,
    href: `/chat/${id}`,
    picture: pictureUrlOf(agent.imageUrl),
    texts: [
      ...written,
      { label: agentFields.capabilities.label, text: agent.capabilities.join(', ') },
      { label: agentFields.knowledgeDomains.label, text: agent.knowledgeDomains.join(', ') },
      ...greetings,
    ],
  }
}

const realmIsSeen = (viewer: Viewer) =>
  and(isNull(realms.deletedAt), stands(realms.moderation, realms.createdBy, viewer))

export async function seeRealm(db: Db, id: string, viewer: Viewer): Promise<Seen | null> {
  const [realm] = await db
    .select()
    .from(realms)
    .where(and(eq(realms.id, id), realmIsSeen(viewer)))
  if (!realm) return null
  const texts = [{ label: 'Description', text: realm.description }]
  return { title: realm.name, maker: realm.createdBy, href: `/realm/${id}`, picture: null, texts }
}

/** A message that is withheld is seen by its author and by the realm's creator. An answer is its agent's owner's. */
export async function seeRealmMessage(
  db: Db,
  { realmId, id }: { realmId: string; id: string },
  viewer: Viewer,
): Promise<Seen | null> {
  const withheld = realmMessages.withheld
  const isShown = isOperator(viewer)
    ? undefined
    : viewer === null
      ? isNull(withheld)
      : or(isNull(withheld), eq(realmMessages.author, viewer), eq(realms.createdBy, viewer))
  const [row] = await db
    .select({ message: realmMessages, realm: realms.name, agent: agents.owner, authorName: people.name })
    .from(realmMessages)
    .innerJoin(realms, eq(realms.id, realmMessages.realmId))
    .leftJoin(agents, eq(agents.id, realmMessages.agentId))
    .leftJoin(people, eq(people.address, realmMessages.author))
    .where(
      and(
        eq(realmMessages.realmId, realmId),
        eq(realmMessages.id, id),
        isNull(realmMessages.removedAt),
        ne(realmMessages.kind, 'go-on'),
        realmIsSeen(viewer),
        isShown,
      ),
    )
  if (!row) return null
  const { message, realm, agent, authorName } = row
  const isAnswer = message.kind === 'answer'
  const who = isAnswer ? (message.agentName ?? '') : (authorName ?? shortAddress(message.author))
  return {
    title: `${who} in ${realm}`,
    maker: (isAnswer ? agent : message.author) ?? '',
    href: `/realm/${realmId}`,
    picture: null,
    texts: [{ label: 'Message', text: message.content }],
  }
}

export async function seeSharedCopy(db: Db, id: string, viewer: Viewer): Promise<Seen | null> {
  const [shared] = await db
    .select({ owner: conversations.owner })
    .from(sharedCopies)
    .innerJoin(conversations, eq(conversations.id, sharedCopies.conversationId))
    .where(and(eq(sharedCopies.id, id), stands(sharedCopies.moderation, conversations.owner, viewer)))
  const copy = shared && (await openSharedCopy(db, id))
  if (!shared || !copy) return null
  const { title, agent, messages } = copy
  const texts = messages.map((message) => ({
    label: message.role === 'user' ? 'Question' : `${agent.name}${message.brought ? ', brought along' : ''}`,
    text: message.content,
  }))
  return { title, maker: shared.owner, href: `/shared/${id}`, picture: null, texts }
}

/** Whoever has a profile, an agent or a realm that others can see. */
export async function seePerson(db: Db, address: string, viewer: Viewer): Promise<Seen | null> {
  const [profile] = await db
    .select()
    .from(people)
    .where(and(eq(people.address, address), stands(people.moderation, people.address, viewer)))
  if (!profile) {
    const made = await db.execute(sql`
      select 1 from ${agents} where owner = ${address} and ${isListed}
      union all select 1 from ${realms} where created_by = ${address} and not unlisted and deleted_at is null limit 1`)
    if (made.rows.length === 0) return null
  }
  return {
    title: profile?.name ?? shortAddress(address),
    maker: address,
    href: `/by/${address}`,
    picture: profile?.imageUrl ? pictureUrlOf(profile.imageUrl) : null,
    texts: [{ label: 'About', text: profile?.about ?? '' }],
  }
}

/** Of an agent or a person who shows it. An operator sees it as long as it is stored. */
export async function seePicture(db: Db, hash: string, viewer: Viewer): Promise<Seen | null> {
  const picture = `/images/${hash}.webp`
  const [agent] = await db
    .select({ id: agents.id, name: agents.name, owner: agents.owner })
    .from(agents)
    .where(and(eq(agents.imageUrl, picture), agentIsSeen(viewer)))
    .orderBy(asc(agents.createdAt), asc(agents.id))
    .limit(1)
  const texts = (shown: string) => [{ label: 'Shown by', text: shown }]
  if (agent) {
    const { id, name, owner } = agent
    return { title: `The picture of ${name}`, maker: owner, href: `/chat/${id}`, picture, texts: texts(name) }
  }
  const [person] = await db
    .select()
    .from(people)
    .where(and(eq(people.imageUrl, picture), stands(people.moderation, people.address, viewer)))
    .orderBy(asc(people.address))
    .limit(1)
  if (!person) return null
  const name = person.name ?? shortAddress(person.address)
  const href = `/by/${person.address}`
  return { title: `The picture of ${name}`, maker: person.address, href, picture, texts: texts(name) }
}

/** What somebody wrote of an agent. A thumb without words says nothing that could be reported. */
export async function seeRating(
  db: Db,
  { agentId, wallet }: { agentId: string; wallet: string },
  viewer: Viewer,
): Promise<Seen | null> {
  const [rating] = await db
    .select({ words: agentRatings.words, answer: agentRatings.answer, agent: agents.name })
    .from(agentRatings)
    .innerJoin(agents, eq(agents.id, agentRatings.agentId))
    .where(
      and(
        eq(agentRatings.agentId, agentId),
        eq(agentRatings.wallet, wallet),
        ne(agentRatings.words, ''),
        agentIsSeen(viewer),
        stands(agentRatings.moderation, agentRatings.wallet, viewer),
      ),
    )
  if (!rating) return null
  return {
    title: `What somebody wrote of ${rating.agent}`,
    maker: wallet,
    href: `/chat/${agentId}`,
    picture: null,
    texts: [
      { label: 'Words', text: rating.words },
      { label: 'The maker’s answer', text: rating.answer ?? '' },
    ],
  }
}
