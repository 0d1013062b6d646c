import type * as z from 'zod/mini'
import {
  agentChangesSchema,
  agentListQuerySchema,
  agentPageSchema,
  agentSchema,
  myAgentsQuerySchema,
  newAgentSchema,
  storedImageSchema,
  upvoteCountSchema,
} from '../../shared/agents.ts'
import { chatRequestSchema, engineSchema, replyEventSchema } from '../../shared/chat.ts'
import { type ProblemCode, problemSchema } from '../../shared/errors.ts'
import { newRealmSchema, realmListQuerySchema, realmPageSchema, realmSchema } from '../../shared/realms.ts'
import {
  currentSessionSchema,
  nonceRequestSchema,
  sessionSchema,
  signInInputSchema,
  signInProofSchema,
} from '../../shared/session.ts'

/** The shared schemas that stand under a name of their own in the description of the API. */
export const namedSchemas = {
  Agent: agentSchema,
  AgentPage: agentPageSchema,
  NewAgent: newAgentSchema,
  AgentChanges: agentChangesSchema,
  UpvoteCount: upvoteCountSchema,
  StoredImage: storedImageSchema,
  Realm: realmSchema,
  RealmPage: realmPageSchema,
  NewRealm: newRealmSchema,
  ChatRequest: chatRequestSchema,
  ReplyEvent: replyEventSchema,
  Engine: engineSchema,
  Session: sessionSchema,
  CurrentSession: currentSessionSchema,
  NonceRequest: nonceRequestSchema,
  SignInInput: signInInputSchema,
  SignInProof: signInProofSchema,
  Problem: problemSchema,
}
export type SchemaName = keyof typeof namedSchemas

/** What a body is: JSON of a named schema, server-sent events of one, or bytes of some type. */
export type Content = { json: SchemaName } | { events: SchemaName } | { bytes: string }

export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** As OpenAPI writes it. */
  path: string
  tag: 'agents' | 'images' | 'realms' | 'chat' | 'session' | 'description'
  summary: string
  /** Whether only a signed-in wallet may ask; others get `not_signed_in`. */
  signedIn?: true
  query?: z.ZodMiniObject
  body?: Content
  /** Good answers by status. */
  answers: Record<number, { description: string; content?: Content }>
  /** What else can come back, besides what any operation can answer. */
  errors: ProblemCode[]
}

/** What any operation can answer. */
export const commonErrors: ProblemCode[] = ['rate_limited', 'internal_error', 'not_ready']

const bodyErrors: ProblemCode[] = [
  'unsupported_media_type',
  'body_too_large',
  'malformed_json',
  'validation_failed',
]
const imageErrors: ProblemCode[] = ['image_invalid', 'image_too_large']
const listErrors: ProblemCode[] = ['validation_failed', 'cursor_invalid']
const ownerErrors: ProblemCode[] = ['forbidden', 'not_found']

const json = (description: string, name: SchemaName) => ({ description, content: { json: name } })
const done = (description: string) => ({ description })

/** Every operation of the API, in one table; a test compares it with the routes there are. */
export const operations: Operation[] = [
  {
    method: 'get',
    path: '/api/agents',
    tag: 'agents',
    summary: 'Public, visible agents, newest first',
    query: agentListQuerySchema,
    answers: { 200: json('A page of agents.', 'AgentPage') },
    errors: listErrors,
  },
  {
    method: 'post',
    path: '/api/agents',
    tag: 'agents',
    summary: 'Make an agent',
    signedIn: true,
    body: { json: 'NewAgent' },
    answers: {
      201: json('The agent.', 'Agent'),
      200: json('The agent that an earlier try with the same id made.', 'Agent'),
    },
    errors: [...bodyErrors, ...imageErrors, 'conflict'],
  },
  {
    method: 'get',
    path: '/api/me/agents',
    tag: 'agents',
    summary: "The wallet's own agents, drafts and hidden ones included, newest first",
    signedIn: true,
    query: myAgentsQuerySchema,
    answers: { 200: json('A page of agents.', 'AgentPage') },
    errors: listErrors,
  },
  {
    method: 'get',
    path: '/api/agents/{id}',
    tag: 'agents',
    summary: 'One agent; drafts open by their link, hidden agents for their owner alone',
    answers: { 200: json('The agent.', 'Agent') },
    errors: ['not_found'],
  },
  {
    method: 'patch',
    path: '/api/agents/{id}',
    tag: 'agents',
    summary: 'Change an agent',
    signedIn: true,
    body: { json: 'AgentChanges' },
    answers: { 200: json('The changed agent.', 'Agent') },
    errors: [...bodyErrors, ...imageErrors, ...ownerErrors],
  },
  {
    method: 'delete',
    path: '/api/agents/{id}',
    tag: 'agents',
    summary: 'Delete an agent, which can be undone for ten seconds',
    signedIn: true,
    answers: { 204: done('It is deleted.') },
    errors: ownerErrors,
  },
  {
    method: 'post',
    path: '/api/agents/{id}/restore',
    tag: 'agents',
    summary: 'Undo the deletion of an agent',
    signedIn: true,
    answers: { 200: json('The agent.', 'Agent') },
    errors: [...ownerErrors, 'undo_expired'],
  },
  {
    method: 'post',
    path: '/api/agents/{id}/publish',
    tag: 'agents',
    summary: 'List a draft',
    signedIn: true,
    answers: { 200: json('The agent.', 'Agent') },
    errors: ownerErrors,
  },
  {
    method: 'put',
    path: '/api/agents/{id}/upvote',
    tag: 'agents',
    summary: 'Upvote an agent; a wallet has one vote',
    signedIn: true,
    answers: { 200: json('The count with this vote.', 'UpvoteCount') },
    errors: ['not_found'],
  },
  {
    method: 'delete',
    path: '/api/agents/{id}/upvote',
    tag: 'agents',
    summary: 'Take an upvote back',
    signedIn: true,
    answers: { 200: json('The count without this vote.', 'UpvoteCount') },
    errors: ['not_found'],
  },
  {
    method: 'post',
    path: '/api/images',
    tag: 'images',
    summary: 'Upload a picture (PNG, JPEG, WebP, GIF or AVIF), which is kept as a small square WebP',
    signedIn: true,
    body: { bytes: 'image/*' },
    answers: { 201: json('Where the picture is kept.', 'StoredImage') },
    errors: ['body_too_large', ...imageErrors],
  },
  {
    method: 'get',
    path: '/images/{file}',
    tag: 'images',
    summary: 'A kept picture: its SHA-256 and `.webp`',
    answers: {
      200: { description: 'The picture.', content: { bytes: 'image/webp' } },
      304: done('It is the one that `If-None-Match` names.'),
    },
    errors: ['not_found'],
  },
  {
    method: 'get',
    path: '/api/realms',
    tag: 'realms',
    summary: 'Realms, newest first',
    query: realmListQuerySchema,
    answers: { 200: json('A page of realms.', 'RealmPage') },
    errors: listErrors,
  },
  {
    method: 'post',
    path: '/api/realms',
    tag: 'realms',
    summary: 'Make a realm',
    signedIn: true,
    body: { json: 'NewRealm' },
    answers: {
      201: json('The realm.', 'Realm'),
      200: json('The realm that an earlier try with the same id made.', 'Realm'),
    },
    errors: [...bodyErrors, 'conflict'],
  },
  {
    method: 'get',
    path: '/api/realms/{id}',
    tag: 'realms',
    summary: 'One realm',
    answers: { 200: json('The realm.', 'Realm') },
    errors: ['not_found'],
  },
  {
    method: 'get',
    path: '/api/chat/engine',
    tag: 'chat',
    summary: 'Which engine answers',
    answers: { 200: json('The engine.', 'Engine') },
    errors: [],
  },
  {
    method: 'post',
    path: '/api/chat',
    tag: 'chat',
    summary: 'Ask an agent; the reply streams, and closing the connection stops it',
    body: { json: 'ChatRequest' },
    answers: { 200: { description: 'The reply, event by event.', content: { events: 'ReplyEvent' } } },
    errors: ['body_too_large', 'malformed_json', 'validation_failed', 'not_found'],
  },
  {
    method: 'get',
    path: '/api/session',
    tag: 'session',
    summary: 'Who is signed in',
    answers: { 200: json('The session, or null for a visitor.', 'CurrentSession') },
    errors: [],
  },
  {
    method: 'post',
    path: '/api/session/nonce',
    tag: 'session',
    summary: 'Begin a sign-in: what the wallet is asked to sign',
    body: { json: 'NonceRequest' },
    answers: { 200: json('The input of Sign-In With Solana.', 'SignInInput') },
    errors: ['malformed_json', 'validation_failed', 'sign_in_rejected'],
  },
  {
    method: 'post',
    path: '/api/session',
    tag: 'session',
    summary: 'End a sign-in with what the wallet signed',
    body: { json: 'SignInProof' },
    answers: { 200: json('The session; its cookie comes with it.', 'CurrentSession') },
    errors: ['malformed_json', 'validation_failed', 'nonce_invalid', 'sign_in_rejected'],
  },
  {
    method: 'post',
    path: '/api/session/refresh',
    tag: 'session',
    summary: 'Extend the session',
    signedIn: true,
    answers: { 200: json('The extended session.', 'CurrentSession') },
    errors: [],
  },
  {
    method: 'delete',
    path: '/api/session',
    tag: 'session',
    summary: 'Sign out',
    answers: { 204: done('Nobody is signed in with this cookie any more.') },
    errors: [],
  },
  {
    method: 'get',
    path: '/api/openapi.json',
    tag: 'description',
    summary: 'This description',
    answers: { 200: { description: 'OpenAPI 3.1.', content: { bytes: 'application/json' } } },
    errors: [],
  },
]
