import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dialects } from '../../../shared/models/own-keys.ts'
import type { InboxSettings } from '../../../shared/tools/inbox.ts'
import { mcpAuths, mcpHealth } from '../../../shared/tools/mcp-servers.ts'
import type { ToolCallPart, ToolQuestion, ToolState } from '../../../shared/tools/tool-fields.ts'
import type { ConsentReason } from '../../../shared/tools/tool-states.ts'
import { bytea, time } from './columns.ts'
import { scopeColumns } from './turns.ts'

/**
 * The ledger of calls that ask a person or have an effect. A row is committed before anything is sent: `allowed` is the
 * intent, `running` says that it was sent. What is `running` without a result when its server has died is `unknown`, and
 * is never sent again. Calls that only read what is ours have no row.
 */
export const toolCalls = pgTable(
  'tool_calls',
  {
    id: uuid('id').primaryKey(),
    ...scopeColumns(),
    /** The id of the part in its reply, and which answer of the model asked for it. */
    part: integer('part').notNull(),
    step: integer('step').notNull(),
    agentId: uuid('agent_id'),
    /** Who decides. */
    wallet: text('wallet').notNull(),
    tool: text('tool').notNull(),
    title: text('title').notNull(),
    origin: text('origin'),
    pin: text('pin').notNull(),
    arguments: text('arguments').notNull(),
    digest: text('digest').notNull(),
    /** The id that the model knows it by, and what its result brings into the conversation. */
    modelCall: text('model_call').notNull(),
    brings: jsonb('brings').$type<ToolCallPart['brings']>().notNull(),
    state: text('state').$type<ToolState>().notNull(),
    /** While it waits: for what, and what is asked. */
    waitsFor: text('waits_for', { enum: ['consent', 'input', 'sign-in'] }),
    question: jsonb('question').$type<ToolQuestion>(),
    /** The server at which a person has to sign in. */
    signInAt: text('sign_in_at'),
    reasons: jsonb('reasons').$type<ConsentReason[]>(),
    /** What the server wants back with the answer, encrypted: it is opaque, and may contain anything. */
    requestState: bytea('request_state'),
    secretId: text('secret_id'),
    /** How many rounds of questions it has had. */
    rounds: integer('rounds').notNull().default(0),
    answer: jsonb('answer').$type<{ action: string; content?: Record<string, unknown> }>(),
    /** What allowed it: a decision, a grant, or a rule that needs none. */
    allowedBy: text('allowed_by', { enum: ['once', 'always', 'rule'] }),
    /** A person's words with a refusal. */
    words: text('words'),
    /** The server that runs it. */
    server: uuid('server'),
    result: text('result'),
    createdAt: time('created_at').notNull(),
    decidedAt: time('decided_at'),
    sentAt: time('sent_at'),
    endedAt: time('ended_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    check(
      'tool_calls_place',
      sql`num_nonnulls(${table.conversationId}, ${table.realmId}, ${table.runId}) = 1`,
    ),
    index('tool_calls_reply').on(table.scope, table.scopeId, table.replyId),
    index('tool_calls_conversation').on(table.conversationId).where(sql`conversation_id is not null`),
    index('tool_calls_realm').on(table.realmId).where(sql`realm_id is not null`),
    index('tool_calls_run').on(table.runId).where(sql`run_id is not null`),
    index('tool_calls_waiting').on(table.wallet, table.createdAt).where(sql`state in ('waiting', 'unknown')`),
    // For what ended while its person was away.
    index('tool_calls_ended').on(table.wallet, table.endedAt).where(sql`ended_at is not null`),
    index('tool_calls_sent').on(table.server).where(sql`state = 'running'`),
  ],
)

/** What a model wants back with the calls of a step, of replies that have any; see `Carry`. */
export const toolCarries = pgTable(
  'tool_carries',
  {
    ...scopeColumns(),
    step: integer('step').notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    dialect: text('dialect', { enum: dialects }).notNull(),
    bytes: text('bytes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.scopeId, table.replyId, table.step] }),
    index('tool_carries_conversation').on(table.conversationId).where(sql`conversation_id is not null`),
    index('tool_carries_realm').on(table.realmId).where(sql`realm_id is not null`),
    index('tool_carries_run').on(table.runId).where(sql`run_id is not null`),
  ],
)

/** What a person allowed from now on: a tool of an agent, as it was then. */
export const toolGrants = pgTable(
  'tool_grants',
  {
    id: uuid('id').primaryKey(),
    wallet: text('wallet').notNull(),
    agentId: uuid('agent_id').notNull(),
    tool: text('tool').notNull(),
    title: text('title').notNull(),
    /** Empty for tools of this place. */
    origin: text('origin').notNull(),
    pin: text('pin').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [
    index('tool_grants_wallet').on(table.wallet, table.agentId, table.tool),
    index('tool_grants_agent').on(table.agentId),
  ],
)

/** Servers of the Model Context Protocol that a wallet connected. Those of the place are in the operator's file. */
export const mcpServers = pgTable(
  'mcp_servers',
  {
    id: uuid('id').primaryKey(),
    wallet: text('wallet').notNull(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    auth: text('auth', { enum: mcpAuths }).notNull(),
    /** The token that is sent to it, as keys of models are encrypted; bound to wallet, id and address. */
    sealed: bytea('sealed'),
    secretId: text('secret_id'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('mcp_servers_wallet').on(table.wallet)],
)

/** What is known of a server's tools, own or of the place: as it was accepted, and as it is now. */
export const mcpTools = pgTable(
  'mcp_tools',
  {
    /** The id of an own one, or the name of one of the place. */
    server: text('server').notNull(),
    name: text('name').notNull(),
    /** Of the tool object as it was last sent; null once it is gone. */
    pin: text('pin'),
    raw: jsonb('raw').$type<Record<string, unknown>>(),
    /** The same as somebody accepted it; null for a new one. */
    acceptedPin: text('accepted_pin'),
    acceptedRaw: jsonb('accepted_raw').$type<Record<string, unknown>>(),
    position: integer('position').notNull(),
    seenAt: time('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.server, table.name] })],
)

/** When servers were last asked, and how that went. */
export const mcpChecks = pgTable('mcp_checks', {
  server: text('server').primaryKey(),
  health: text('health', { enum: mcpHealth }).notNull(),
  problem: text('problem'),
  checkedAt: time('checked_at').notNull(),
})

/** The tokens of persons at servers with OAuth, encrypted; bound to server and wallet. A server's own client is `client`. */
export const mcpTokens = pgTable(
  'mcp_tokens',
  {
    server: text('server').notNull(),
    wallet: text('wallet').notNull(),
    sealed: bytea('sealed').notNull(),
    secretId: text('secret_id').notNull(),
    expiresAt: time('expires_at'),
    /** A refreshed token was refused again: the person must sign in. */
    refused: boolean('refused').notNull().default(false),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.server, table.wallet] })],
)

/** Browsers that want to be told. What is sent to them never contains arguments. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    /** SHA-256 of the endpoint, in hexadecimal. */
    id: text('id').primaryKey(),
    wallet: text('wallet').notNull(),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    failures: integer('failures').notNull().default(0),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('push_subscriptions_wallet').on(table.wallet)],
)

/** A person's inbox: when they last looked, and when they do not want to be told. */
export const inboxes = pgTable('inboxes', {
  wallet: text('wallet').primaryKey(),
  quiet: jsonb('quiet').$type<InboxSettings['quiet']>(),
  seenAt: time('seen_at'),
  /** How often one push told of what quiet hours had held back. */
  told: integer('told').notNull().default(0),
})

/** What the servers of a place share and made themselves, encrypted, by its name. */
export const placeSecrets = pgTable('place_secrets', {
  name: text('name').primaryKey(),
  /** What may be known of it, as JSON. */
  open: jsonb('open').$type<Record<string, unknown>>(),
  sealed: bytea('sealed').notNull(),
  secretId: text('secret_id').notNull(),
  createdAt: time('created_at').notNull(),
})
