import { eq } from 'drizzle-orm'
import { ANYBODY, expandMacros } from '../../../shared/agents/macros.ts'
import type { Db } from '../connect/connect.ts'
import { shownName } from '../people/shown-people.ts'
import { agents } from '../schema/agents.ts'
import { conversations, sharedCopies } from '../schema/conversations.ts'
import { personas } from '../schema/personas.ts'

/** What the agent of a shared copy says first to the person who shared it, as it is now. */
export async function readAgentsGreetings(db: Db, copyId: string): Promise<string[]> {
  const [found] = await db
    .select({
      name: agents.name,
      persona: personas.persona,
      person: shownName(conversations.owner),
    })
    .from(sharedCopies)
    .innerJoin(conversations, eq(conversations.id, sharedCopies.conversationId))
    .innerJoin(agents, eq(agents.id, conversations.agentId))
    .innerJoin(personas, eq(personas.agentId, agents.id))
    .where(eq(sharedCopies.id, copyId))
  if (!found) return []
  const { name, persona, person } = found
  const names = { char: persona.nickname || name, user: person || ANYBODY }
  return persona.greetings.map((text) => expandMacros(text, names).trim())
}
