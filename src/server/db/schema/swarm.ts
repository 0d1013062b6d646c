import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SwarmPhase, SwarmSeat } from '../../../shared/swarm/swarm.ts'
import type { PartShape } from '../turns/stored-parts.ts'
import { time } from './columns.ts'

/** Runs of several agents at one task. Each is its owner's alone, unless it is shared. */
export const swarmRuns = pgTable(
  'swarm_runs',
  {
    /** Made by who begins it, so that beginning again begins nothing twice. */
    id: uuid('id').primaryKey(),
    owner: text('owner').notNull(),
    mode: text('mode', { enum: ['parallel', 'debate', 'relay'] }).notNull(),
    /** No reference: what was said stays when an agent goes. */
    seats: jsonb('seats').$type<SwarmSeat[]>().notNull(),
    phases: jsonb('phases').$type<SwarmPhase[]>().notNull(),
    state: text('state', { enum: ['running', 'finished', 'stopped', 'failed', 'interrupted'] }).notNull(),
    /** A person stopped the phase that is under way. */
    stopWanted: boolean('stop_wanted').notNull().default(false),
    /** Something happened since it was last decided what comes next; whoever finds it so decides. */
    awaitsStep: boolean('awaits_step').notNull().default(true),
    /** Whoever has its link may read it. */
    shared: boolean('shared').notNull().default(false),
    createdAt: time('created_at').notNull(),
    /** When it was last asked something. */
    updatedAt: time('updated_at').notNull(),
    /** Set while a deletion can still be undone; a sweep removes the row afterwards. */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('swarm_runs_owner_used')
      .on(table.owner, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('swarm_runs_awaiting').on(table.id).where(sql`awaits_step`),
    index('swarm_runs_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

export const swarmTurns = pgTable(
  'swarm_turns',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => swarmRuns.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    id: uuid('id').notNull(),
    phase: integer('phase').notNull(),
    /** 0 for the synthesis, which has no seat. */
    round: integer('round').notNull(),
    seat: integer('seat'),
    state: text('state', { enum: ['running', 'finished', 'stopped', 'interrupted', 'failed'] }).notNull(),
    /** Of a running one it is empty; its words are in `running_turns` until it ends. */
    content: text('content').notNull().default(''),
    given: integer('given').notNull(),
    said: integer('said'),
    trouble: text('trouble', { enum: ['failed', 'silent', 'flooded', 'limited'] }),
    again: boolean('again').notNull().default(false),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.number] }),
    uniqueIndex('swarm_turns_id').on(table.runId, table.id),
    check('swarm_turns_seat', sql`(${table.seat} is null) = (${table.round} = 0)`),
  ],
)

/** Turns that a server is receiving; like `running_replies`, where a run is the conversation. */
export const runningTurns = pgTable(
  'running_turns',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => swarmRuns.id, { onDelete: 'cascade' }),
    replyId: uuid('reply_id').notNull(),
    server: uuid('server').notNull(),
    words: text('words').notNull().default(''),
    reasoning: text('reasoning').notNull().default(''),
    parts: jsonb('parts').$type<PartShape[]>(),
    repliedAt: time('replied_at'),
    stopWanted: boolean('stop_wanted').notNull().default(false),
    beatAt: time('beat_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.replyId] })],
)
