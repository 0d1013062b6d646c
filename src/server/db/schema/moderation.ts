import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type CaseSource, deskActions, grounds, suspensionScopes } from '../../../shared/trust/desk.ts'
import { moderationStates } from '../../../shared/trust/moderation.ts'
import { reportedKinds, reportReasons, type Seen } from '../../../shared/trust/reports.ts'
import { time } from './columns.ts'

/** How a thing stands with the desk; null for as usual. */
export const moderation = () => text('moderation', { enum: moderationStates })

/** A thing that came to the desk, however often it was reported. */
export const deskCases = pgTable(
  'desk_cases',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: reportedKinds }).notNull(),
    subject: text('subject').notNull(),
    /** The wallet whose it is; empty for nobody's. */
    maker: text('maker').notNull(),
    sources: text('sources').array().$type<CaseSource[]>().notNull(),
    /** What is like it, where it came for that: an agent's id, a wallet, a picture's hash. */
    beside: text('beside'),
    /** The sum of its open reports' weights. */
    weight: doublePrecision('weight').notNull(),
    reports: integer('reports').notNull(),
    seen: jsonb('seen').$type<Seen>().notNull(),
    state: text('state', { enum: ['open', 'objected', 'closed'] }).notNull(),
    /** How the desk has left it: what its last action made of it. */
    standing: text('standing', { enum: moderationStates }),
    firstAt: time('first_at').notNull(),
    lastAt: time('last_at').notNull(),
    /** The last action on it, by its number in the log. */
    decidedBy: bigint('decided_by', { mode: 'number' }),
    decidedAt: time('decided_at'),
  },
  (table) => [
    uniqueIndex('desk_cases_subject').on(table.kind, table.subject),
    index('desk_cases_queue')
      .on(table.weight.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`state <> 'closed'`),
    index('desk_cases_closed')
      .on(table.decidedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`state = 'closed'`),
    index('desk_cases_maker').on(table.maker, table.lastAt),
  ],
)

export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => deskCases.id, { onDelete: 'cascade' }),
    /** Null for a visitor, and after its wallet deleted everything. Never shown. */
    reporter: text('reporter'),
    reason: text('reason', { enum: reportReasons }).notNull(),
    words: text('words').notNull(),
    /** As it was when it was reported. */
    seen: jsonb('seen').$type<Seen>().notNull(),
    weight: doublePrecision('weight').notNull(),
    createdAt: time('created_at').notNull(),
    outcome: text('outcome', { enum: ['open', 'nothing', 'acted', 'put_back'] }).notNull(),
    decidedAt: time('decided_at'),
  },
  (table) => [
    // A wallet reports a thing once until that is decided.
    uniqueIndex('reports_open').on(table.caseId, table.reporter).where(sql`outcome = 'open'`),
    index('reports_case').on(table.caseId, table.createdAt),
    index('reports_reporter').on(
      table.reporter,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
)

/**
 * Append-only, which a trigger holds; `hash` is over the row and the hash of the row before. A person stands in it as
 * the digest that `desk_people` knows, so that the chain stays as it is when they leave.
 */
export const deskLog = pgTable(
  'desk_log',
  {
    number: bigint('number', { mode: 'number' }).primaryKey(),
    at: time('at').notNull(),
    action: text('action', { enum: deskActions }).notNull(),
    kind: text('kind', { enum: reportedKinds }),
    subject: text('subject'),
    /** Of what it was, for those who read its statement. Not a part of the hash: it goes with a person who leaves. */
    title: text('title').notNull(),
    wallet: text('wallet'),
    operator: text('operator').notNull(),
    ground: text('ground', { enum: grounds }),
    words: text('words').notNull(),
    scope: text('scope', { enum: suspensionScopes }),
    until: time('until'),
    about: bigint('about', { mode: 'number' }),
    before: text('before').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    index('desk_log_wallet').on(table.wallet, table.number),
    index('desk_log_subject').on(table.kind, table.subject, table.number),
    index('desk_log_about').on(table.about).where(sql`about is not null`),
  ],
)

/**
 * Whom a digest of the log stands for: the SHA-256 of salt and address. The row goes with a person who leaves, and
 * nothing in the log leads to them any more.
 */
export const deskPeople = pgTable(
  'desk_people',
  {
    digest: text('digest').primaryKey(),
    salt: text('salt').notNull(),
    /** An address; concealed (`db/conceal.ts`) once its wallet left while it is suspended. */
    wallet: text('wallet').notNull(),
  },
  (table) => [index('desk_people_wallet').on(table.wallet)],
)

/** What somebody says to an action that concerns them: their own words, which are no part of the log's hashes. */
export const deskObjections = pgTable(
  'desk_objections',
  {
    /** Of the log's row that says that there was an objection. */
    number: bigint('number', { mode: 'number' }).primaryKey(),
    about: bigint('about', { mode: 'number' }).notNull(),
    words: text('words').notNull(),
  },
  // An action is objected to once.
  (table) => [uniqueIndex('desk_objections_about').on(table.about)],
)

/** The operators with whom a server started last, so that the next one knows who is none any more. */
export const deskOperators = pgTable('desk_operators', { wallet: text('wallet').primaryKey() })

/** Suspensions that hold or held; `endedAt` when one was lifted. */
export const suspensions = pgTable(
  'suspensions',
  {
    /** The number of the action in the log. */
    number: bigint('number', { mode: 'number' }).primaryKey(),
    /** An address; concealed (`db/conceal.ts`) once its wallet left, and recognised when it comes back. */
    wallet: text('wallet').notNull(),
    scope: text('scope', { enum: suspensionScopes }).notNull(),
    since: time('since').notNull(),
    /** Null for without an end. */
    until: time('until'),
    endedAt: time('ended_at'),
  },
  (table) => [index('suspensions_wallet').on(table.wallet).where(sql`ended_at is null`)],
)

/** Pictures that were taken down: their hash, and what they look like. */
export const takenPictures = pgTable('taken_pictures', {
  hash: text('hash').primaryKey(),
  /** 256 bits of a perceptual hash, as 64 hexadecimal digits; null if it could not be read. */
  looks: text('looks'),
  takenAt: time('taken_at').notNull(),
})

/** Whom a wallet does not want to hear. */
export const blocks = pgTable(
  'blocks',
  {
    wallet: text('wallet').notNull(),
    blocked: text('blocked').notNull(),
    /** Whether they may not duplicate its public agents either. */
    noCopies: boolean('no_copies').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wallet, table.blocked] }),
    index('blocks_blocked').on(table.blocked),
    check('blocks_other', sql`${table.wallet} <> ${table.blocked}`),
  ],
)
