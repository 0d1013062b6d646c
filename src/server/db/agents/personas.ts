import { eq } from 'drizzle-orm'
import type { EditedPersona, Lorebook, Persona } from '../../../shared/agents/persona.ts'
import type { Db } from '../connect/connect.ts'
import { personas } from '../schema/personas.ts'

type CardFormat = string

export interface StoredPersona {
  persona: Persona
  lorebook: Lorebook | null
  /** The card that the agent was imported from, unchanged; null if it was not imported. */
  card: unknown
  cardFormat: CardFormat | null
  updatedAt: Date
}

/** The caller checks who may see it. */
export async function findPersona(db: Db, agentId: string): Promise<StoredPersona | null> {
  const [row] = await db
    .select({
      persona: personas.persona,
      lorebook: personas.lorebook,
      card: personas.card,
      cardFormat: personas.cardFormat,
      updatedAt: personas.updatedAt,
    })
    .from(personas)
    .where(eq(personas.agentId, agentId))
  return row ? { ...row, card: row.card ?? null } : null
}

/** Without a card, the stored card and its format stay as they are. */
export interface NewPersona {
  agentId: string
  persona: Persona
  lorebook: Lorebook | null
  card?: unknown
  cardFormat?: CardFormat | null
  now: Date
}

/** The caller checks that the agent is the wallet's. @throws the database's error for a missing agent (foreign key) */
export async function savePersona(
  db: Db,
  { agentId, persona, lorebook, card, cardFormat, now }: NewPersona,
): Promise<void> {
  const edited = { persona, lorebook, updatedAt: now }
  const imported = card === undefined ? {} : { card, cardFormat: cardFormat ?? null }
  await db
    .insert(personas)
    .values({ agentId, ...edited, ...imported })
    .onConflictDoUpdate({ target: personas.agentId, set: { ...edited, ...imported } })
}

/** Gives an agent the persona and the lorebook of an edit or of an earlier version. */
export async function setPersona(db: Db, agentId: string, edited: EditedPersona, now: Date): Promise<void> {
  const { persona, lorebook } = edited
  // Without a persona it had no card either.
  if (persona === null) await db.delete(personas).where(eq(personas.agentId, agentId))
  else await savePersona(db, { agentId, persona, lorebook, now })
}
