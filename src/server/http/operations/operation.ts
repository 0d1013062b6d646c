import type * as z from 'zod/mini'
import { agentVersionsSchema, restoreVersionSchema } from '../../../shared/agent-versions.ts'
import {
  agentChangesSchema,
  agentPageSchema,
  agentSchema,
  duplicateSchema,
  favouriteAgentsSchema,
  favouriteSchema,
  newAgentSchema,
  remoteImageSchema,
  shownImageSchema,
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
import { figuresSchema } from '../../../shared/figures.ts'
import { signatureRequestSchema } from '../../../shared/fresh-signature.ts'
import { keptConversationSchema } from '../../../shared/kept-conversation.ts'
import { messageSchema } from '../../../shared/message-schemas.ts'
import { endedSessionsSchema, ownSessionsSchema } from '../../../shared/own-sessions.ts'
import {
  goOnRequestSchema,
  newRealmMessageSchema,
  realmMessagePageSchema,
  realmMessageSchema,
} from '../../../shared/realm-messages.ts'
import {
  newRealmSchema,
  realmChangesSchema,
  realmDetailSchema,
  realmMutesSchema,
  realmPageSchema,
} from '../../../shared/realms.ts'
import {
  currentSessionSchema,
  nonceRequestSchema,
  sessionSchema,
  signInInputSchema,
  signInProofSchema,
} from '../../../shared/session.ts'
import {
  briefPageSchema,
  draftRequestSchema,
  keptBriefSchema,
  storedBriefSchema,
} from '../../../shared/social.ts'

import {
  newSwarmPhaseSchema,
  newSwarmRunSchema,
  swarmChangesSchema,
  swarmEventSchema,
  swarmPageSchema,
  swarmRunSchema,
  triedTurnSchema,
} from '../../../shared/swarm.ts'
import { tryOutSchema } from '../../../shared/try-out.ts'

/** The shared schemas that stand under a name of their own in the description of the API. */
export const namedSchemas = {
  Agent: agentSchema,
  AgentPage: agentPageSchema,
  NewAgent: newAgentSchema,
  AgentChanges: agentChangesSchema,
  AgentVersions: agentVersionsSchema,
  RestoreVersion: restoreVersionSchema,
  Duplicate: duplicateSchema,
  UpvoteCount: upvoteCountSchema,
  Favourite: favouriteSchema,
  FavouriteAgents: favouriteAgentsSchema,
  StoredImage: storedImageSchema,
  RemoteImage: remoteImageSchema,
  ShownImage: shownImageSchema,
  RealmDetail: realmDetailSchema,
  RealmPage: realmPageSchema,
  NewRealm: newRealmSchema,
  RealmChanges: realmChangesSchema,
  RealmMutes: realmMutesSchema,
  RealmMessage: realmMessageSchema,
  RealmMessagePage: realmMessagePageSchema,
  NewRealmMessage: newRealmMessageSchema,
  GoOn: goOnRequestSchema,
  Conversation: conversationSchema,
  ConversationSummary: conversationSummarySchema,
  ConversationPage: conversationPageSchema,
  ConversationChanges: conversationChangesSchema,
  DeletedConversations: deletedConversationsSchema,
  RestoreConversations: restoreConversationsSchema,
  Fork: forkSchema,
  Ask: askSchema,
  KeptConversation: keptConversationSchema,
  Message: messageSchema,
  ChatRequest: chatRequestSchema,
  ReplyEvent: replyEventSchema,
  Engine: engineSchema,
  Figures: figuresSchema,
  DraftRequest: draftRequestSchema,
  KeptBrief: keptBriefSchema,
  StoredBrief: storedBriefSchema,
  BriefPage: briefPageSchema,
  NewSwarmRun: newSwarmRunSchema,
  NewSwarmPhase: newSwarmPhaseSchema,
  SwarmChanges: swarmChangesSchema,
  SwarmRun: swarmRunSchema,
  SwarmPage: swarmPageSchema,
  SwarmEvent: swarmEventSchema,
  TriedTurn: triedTurnSchema,
  TryOut: tryOutSchema,
  Session: sessionSchema,
  CurrentSession: currentSessionSchema,
  NonceRequest: nonceRequestSchema,
  SignInInput: signInInputSchema,
  SignInProof: signInProofSchema,
  SignatureRequest: signatureRequestSchema,
  OwnSessions: ownSessionsSchema,
  EndedSessions: endedSessionsSchema,
  Problem: problemSchema,
}
export type SchemaName = keyof typeof namedSchemas

/** What a body is: JSON of a named schema, server-sent events of one, or bytes of some type. */
export type Content = { json: SchemaName } | { events: SchemaName } | { bytes: string }

export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** As OpenAPI writes it. */
  path: string
  tag:
    | 'agents'
    | 'images'
    | 'realms'
    | 'conversations'
    | 'chat'
    | 'figures'
    | 'social'
    | 'swarm'
    | 'session'
    | 'description'
  summary: string
  /** Whether only a signed-in wallet may ask; others get `not_signed_in`. */
  signedIn?: true
  /** Whether it needs the wallet's signature for this very action as well, in a header. */
  freshSignature?: true
  query?: z.ZodMiniObject
  body?: Content
  /** Good answers by status; one that comes in several forms has a content for each. */
  answers: Record<number, { description: string; content?: Content | Content[] }>
  /** What else can come back, besides what any operation can answer. */
  errors: ProblemCode[]
}

/** What any operation can answer. */
export const commonErrors: ProblemCode[] = [
  'bad_request',
  'misdirected_request',
  'rate_limited',
  'internal_error',
  'not_ready',
  'server_busy',
  'database_unavailable',
  'storage_full',
]

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
