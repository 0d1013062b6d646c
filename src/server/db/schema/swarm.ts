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
import { time } from './columns.ts'
import { parts } from './part-columns.ts'

/** Runs of several agents on one task. Each is visible to its owner only, unless it is shared. */
export const swarmRuns = pgTable(
  'swarm_runs',
  {
    /** Chosen by the client, so that a repeated request starts nothing twice. */
    id: uuid('id').primaryKey(),
    owner: text('owner').notNull(),
    mode: text('mode', { enum: ['parallel', 'debate', 'relay'] }).notNull(),
    /** Agents are not foreign keys: their turns stay when an agent is removed. */
    seats: jsonb('seats').$type<SwarmSeat[]>().notNull(),
    phases: jsonb('phases').$type<SwarmPhase[]>().notNull(),
    state: text('state', { enum: ['running', 'finished', 'stopped', 'failed', 'interrupted'] }).notNull(),
    stopWanted: boolean('stop_wanted').notNull().default(false),
    /** Something happened since the next step was last decided; any server that finds it set decides it. */
    awaitsStep: boolean('awaits_step').notNull().default(true),
    /** Whether anyone with its link may read it. */
    shared: boolean('shared').notNull().default(false),
    createdAt: time('created_at').notNull(),
    /** When it was last given a task. */
    updatedAt: time('updated_at').notNull(),
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
    state: text('state', {
      enum: ['running', 'waiting', 'finished', 'stopped', 'interrupted', 'failed'],
    }).notNull(),
    /** Empty for a running turn, whose text is in `running_turns` until it ends. */
    content: text('content').notNull().default(''),
    given: integer('given').notNull(),
    said: integer('said'),
    trouble: text('trouble', { enum: ['failed', 'silent', 'flooded', 'limited'] }),
    again: boolean('again').notNull().default(false),
    parts: parts(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.number] }),
    uniqueIndex('swarm_turns_id').on(table.runId, table.id),
    index('swarm_turns_waiting').on(table.runId, table.id).where(sql`state = 'waiting'`),
    check('swarm_turns_seat', sql`(${table.seat} is null) = (${table.round} = 0)`),
  ],
)
