import { sql } from 'drizzle-orm'
import { check, index, integer, json, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Lorebook, Persona } from '../../../shared/agents/persona.ts'
import { agents } from './agents.ts'
import { bytea, time } from './columns.ts'

/** A table of its own, so that agents without a persona cost nothing. Earlier ones are in `agent_versions`, cards are not. */
export const personas = pgTable('personas', {
  agentId: uuid('agent_id')
    .primaryKey()
    .references(() => agents.id, { onDelete: 'cascade' }),
  persona: jsonb('persona').$type<Persona>().notNull(),
  lorebook: json('lorebook').$type<Lorebook>(),
  /** The card that the agent was imported from, unchanged, so that an export contains what is not used here as well. */
  card: json('card').$type<unknown>(),
  cardFormat: text('card_format'),
  updatedAt: time('updated_at').notNull(),
})

/** The files of the CHARX that an agent was imported from, except its card and its portrait. Nothing here uses them. */
export const cardFiles = pgTable(
  'card_files',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    /** Its path in the CHARX, which the card's assets name. */
    path: text('path').notNull(),
    /** Null where a file store has it under its hash. */
    content: bytea('content'),
    hash: text('hash'),
    fileBytes: integer('file_bytes'),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.path] }),
    index('card_files_hash').on(table.hash).where(sql`hash is not null`),
    check(
      'card_files_held',
      sql`(${table.content} is null) = (${table.fileBytes} is not null)
        and (${table.hash} is null) = (${table.fileBytes} is null)`,
    ),
  ],
)
