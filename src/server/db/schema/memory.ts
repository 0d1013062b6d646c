import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Fact } from '../../../shared/memory/facts.ts'
import type { MemoryPlace } from '../../../shared/memory/memory-limits.ts'
import { time } from './columns.ts'

/** What an agent remembers of one person, for that person alone. The agent may be gone. */
export const facts = pgTable(
  'facts',
  {
    id: uuid('id').primaryKey(),
    wallet: text('wallet').notNull(),
    agentId: uuid('agent_id').notNull(),
    number: integer('number').notNull(),
    text: text('text').notNull(),
    by: text('by', { enum: ['person', 'agent'] }).notNull(),
    /** The message that it comes from; not foreign keys, since a fact outlives its conversation. */
    conversationId: uuid('conversation_id'),
    messageId: uuid('message_id'),
    isOff: boolean('is_off').notNull().default(false),
    /** What it said before, newest first, with the message of which each came. */
    history: jsonb('history')
      .$type<(Fact['history'][number] & { messageId?: string })[]>()
      .notNull()
      .default([]),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    uniqueIndex('facts_number').on(table.wallet, table.agentId, table.number),
    index('facts_message').on(table.conversationId, table.messageId).where(sql`conversation_id is not null`),
    index('facts_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** What a person decided about the memory of one agent. Without a row nothing was decided. */
export const memoryChoices = pgTable(
  'memory_choices',
  {
    wallet: text('wallet').notNull(),
    agentId: uuid('agent_id').notNull(),
    isOn: boolean('is_on').notNull(),
    also: text('also').array().$type<MemoryPlace[]>().notNull().default([]),
    /** The highest number that a fact has had, so that none is given twice. */
    lastNumber: integer('last_number').notNull().default(0),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.wallet, table.agentId] })],
)
