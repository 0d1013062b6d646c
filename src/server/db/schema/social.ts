import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Draft } from '../../../shared/social.ts'
import { time } from './columns.ts'

/** Briefs for social posts, with the drafts as their owner left them. Each is visible to its owner only. */
export const socialBriefs = pgTable(
  'social_briefs',
  {
    /** Chosen by the client, so that a repeated request stores nothing twice. */
    id: uuid('id').primaryKey(),
    owner: text('owner').notNull(),
    /** Not a foreign key: drafts stay when the agent is removed. */
    agentId: uuid('agent_id').notNull(),
    agentName: text('agent_name').notNull(),
    platform: text('platform', { enum: ['x', 'farcaster', 'bluesky', 'linkedin', 'telegram'] }).notNull(),
    topic: text('topic').notNull(),
    source: text('source').notNull(),
    tone: text('tone', { enum: ['professional', 'friendly', 'casual', 'academic', 'humorous'] }).notNull(),
    drafts: jsonb('drafts').$type<Draft[]>().notNull(),
    revision: integer('revision').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('social_briefs_owner_newest')
      .on(table.owner, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('social_briefs_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)
