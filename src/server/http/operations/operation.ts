import type * as z from 'zod/mini'
import {
  agentChangesSchema,
  agentPageSchema,
  agentSchema,
  newAgentSchema,
  storedImageSchema,
  upvoteCountSchema,
} from '../../../shared/agents.ts'
import { chatRequestSchema, engineSchema, replyEventSchema } from '../../../shared/chat.ts'
import {
  askSchema,
  conversationChangesSchema,
  conversationPageSchema,
  conversationSchema,
  conversationSummarySchema,
  deletedConversationsSchema,
  forkSchema,
  restoreConversationsSchema,
} from '../../../shared/conversations.ts'
import { type ProblemCode, problemSchema } from '../../../shared/errors.ts'
import { messageSchema } from '../../../shared/messages.ts'
import {
  newRealmMessageSchema,
  newRealmSchema,
  realmMessagePageSchema,
  realmMessageSchema,
  realmPageSchema,
  realmSchema,
} from '../../../shared/realms.ts'
import {
  currentSessionSchema,
  nonceRequestSchema,
  sessionSchema,
  signInInputSchema,
  signInProofSchema,
} from '../../../shared/session.ts'

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
  RealmMessage: realmMessageSchema,
  RealmMessagePage: realmMessagePageSchema,
  NewRealmMessage: newRealmMessageSchema,
  Conversation: conversationSchema,
  ConversationSummary: conversationSummarySchema,
  ConversationPage: conversationPageSchema,
  ConversationChanges: conversationChangesSchema,
  DeletedConversations: deletedConversationsSchema,
  RestoreConversations: restoreConversationsSchema,
  Fork: forkSchema,
  Ask: askSchema,
  Message: messageSchema,
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
  tag: 'agents' | 'images' | 'realms' | 'conversations' | 'chat' | 'session' | 'description'
  summary: string
  /** Whether only a signed-in wallet may ask; others get `not_signed_in`. */
  signedIn?: true
  query?: z.ZodMiniObject
  body?: Content
  /** Good answers by status; one that comes in several forms has a content for each. */
  answers: Record<number, { description: string; content?: Content | Content[] }>
  /** What else can come back, besides what any operation can answer. */
  errors: ProblemCode[]
}

/** What any operation can answer. */
export const commonErrors: ProblemCode[] = ['rate_limited', 'internal_error', 'not_ready']

export const bodyErrors: ProblemCode[] = [
  'unsupported_media_type',
  'body_too_large',
  'malformed_json',
  'validation_failed',
]
export const imageErrors: ProblemCode[] = ['image_invalid', 'image_too_large']
export const listErrors: ProblemCode[] = ['validation_failed', 'cursor_invalid']
export const ownerErrors: ProblemCode[] = ['forbidden', 'not_found']

export const json = (description: string, name: SchemaName) => ({ description, content: { json: name } })
export const done = (description: string) => ({ description })
