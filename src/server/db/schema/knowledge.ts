import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { agents } from './agents.ts'
import { bytea, time } from './columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The owner's settings for all of an agent's sources. An agent without a row only shows cited passages. */
export const agentKnowledge = pgTable('agent_knowledge', {
  agentId: uuid('agent_id')
    .primaryKey()
    .references(() => agents.id, { onDelete: 'cascade' }),
  sourcesOpen: text('sources_open', { enum: ['passages', 'documents'] }).notNull(),
})

/** Uploaded files, each content once. */
export const sourceFiles = pgTable(
  'source_files',
  {
    id: uuid('id').primaryKey(),
    /** The SHA-256 of the content, in hexadecimal; null until the upload is complete. */
    hash: text('hash').unique(),
    /** The size of the content where a file store has it under its hash; null where it is in chunks. */
    fileBytes: integer('file_bytes'),
    /** When it was last uploaded. Some time after that, a sweep removes files that no version uses. */
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('source_files_created').on(table.createdAt),
    check('source_files_held', sql`${table.fileBytes} is null or ${table.hash} is not null`),
  ],
)

/** The content of a file in chunks, so that it is never in memory as a whole. */
export const sourceFileChunks = pgTable(
  'source_file_chunks',
  {
    fileId: uuid('file_id')
      .notNull()
      .references(() => sourceFiles.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.number] })],
)

/** Documents that replies are made from: those of an agent, or the files that a person put into one conversation. */
export const sources = pgTable(
  'sources',
  {
    /** Chosen by the client, so that a repeated upload stores nothing twice. */
    id: uuid('id').primaryKey(),
    agentId: uuid('agent_id').references(() => agents.id, { onDelete: 'cascade' }),
    /** Not a foreign key: the first file can be stored before the first question, with which a conversation begins. */
    conversationId: uuid('conversation_id'),
    /** The wallet of the conversation, the only one for which the file exists. */
    wallet: text('wallet'),
    /** The question that the file was sent with, and its edited versions; replies use the file from then on. */
    questionIds: uuid('question_ids').array().notNull().default([]),
    name: text('name').notNull(),
    /** Its position among the sources of its agent or conversation. Deleted sources leave gaps. */
    position: integer('position').notNull(),
    version: integer('version').notNull().default(1),
    /** The id of the version that is searched: the newest that could be read. */
    searched: bigint('searched', { mode: 'number' }),
    createdAt: time('created_at').notNull(),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('sources_agent').on(table.agentId),
    index('sources_conversation').on(table.conversationId).where(sql`conversation_id is not null`),
    index('sources_wallet').on(table.wallet).where(sql`wallet is not null`),
    check(
      'sources_owner',
      sql`(${table.agentId} is null) <> (${table.conversationId} is null)
        and (${table.wallet} is null) = (${table.conversationId} is null)`,
    ),
    index('sources_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** An uploaded document and the progress of reading it: the row is also the reading job. */
export const sourceVersions = pgTable(
  'source_versions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sourceId: uuid('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    /** The wallet that uploaded it. Jobs are scheduled fairly between wallets. */
    wallet: text('wallet').notNull(),
    /** Null once a newer version is searched. The passages are kept then, because replies may cite them. */
    fileId: uuid('file_id').references(() => sourceFiles.id),
    /** A picture is stored as a JPEG and is never read: it is ready from the beginning, without passages. */
    type: text('type', {
      enum: ['pdf', 'docx', 'epub', 'html', 'markdown', 'text', 'csv', 'picture'],
    }).notNull(),
    bytes: integer('bytes').notNull(),
    /** The secret from which the keys of its passages are derived. */
    secret: uuid('secret').notNull().defaultRandom(),
    state: text('state', { enum: ['waiting', 'reading', 'ready', 'failed'] })
      .notNull()
      .default('waiting'),
    /** How many pages or parts have been read (`done`), of how many. */
    done: integer('done').notNull().default(0),
    parts: integer('parts'),
    pages: integer('pages'),
    passages: integer('passages').notNull().default(0),
    /** The number of searched words in all passages, for their mean length in the ranking. */
    terms: integer('terms').notNull().default(0),
    characters: integer('characters').notNull().default(0),
    language: text('language'),
    /** PostgreSQL's text search configuration for that language. */
    searchConfig: text('search_config').notNull().default('simple'),
    notes: text('notes').array().notNull().default(sql`'{}'`),
    reason: text('reason'),
    /** Set by each attempt to read it, so that an attempt that was given up can't write any more. */
    claim: uuid('claim'),
    beatAt: time('beat_at'),
    beganAt: time('began_at'),
    tries: integer('tries').notNull().default(0),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    unique('source_versions_version').on(table.sourceId, table.version),
    index('source_versions_unread').on(table.createdAt).where(sql`state in ('waiting', 'reading')`),
    index('source_versions_wallet').on(table.wallet, table.beganAt),
    index('source_versions_file').on(table.fileId),
    check('source_versions_state', sql`${table.state} in ('waiting', 'reading', 'ready', 'failed')`),
  ],
)

export const sourcePassages = pgTable(
  'source_passages',
  {
    versionId: bigint('version_id', { mode: 'number' })
      .notNull()
      .references(() => sourceVersions.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    page: integer('page'),
    lastPage: integer('last_page'),
    heading: text('heading'),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    text: text('text').notNull(),
    /** The searched words with their positions, from which a question is expanded. */
    lexemes: tsvector('lexemes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.number] })],
)

/**
 * The search index: per lexeme and block of passages of a collection (an agent or a conversation), which passages have it
 * and how often. A search reads only the rows of its own words, however many other collections there are.
 */
export const sourceTerms = pgTable(
  'source_terms',
  {
    collectionId: uuid('collection_id').notNull(),
    lexeme: text('lexeme').notNull(),
    versionId: bigint('version_id', { mode: 'number' })
      .notNull()
      .references(() => sourceVersions.id, { onDelete: 'cascade' }),
    /** The number of the first passage of the block. */
    block: integer('block').notNull(),
    /** The number of passages of the block that contain it. */
    passages: integer('passages').notNull(),
    /** Which passages these are and how often each contains it: see `PostingsWriter`. */
    postings: bytea('postings').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.lexeme, table.versionId, table.block] }),
    index('source_terms_version').on(table.versionId),
  ],
)

/** The blocks of the index of a version. A document has a single one unless it is very long. */
export const sourceBlocks = pgTable(
  'source_blocks',
  {
    versionId: bigint('version_id', { mode: 'number' })
      .notNull()
      .references(() => sourceVersions.id, { onDelete: 'cascade' }),
    block: integer('block').notNull(),
    /** The number of searched words in each of its passages, as two bytes each, the higher one first. */
    lengths: bytea('lengths').notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.block] })],
)
