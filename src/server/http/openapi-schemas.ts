import type * as z from 'zod/mini'
import { agentVersionsSchema, restoreVersionSchema } from '../../shared/agents/agent-versions.ts'
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
} from '../../shared/agents/agents.ts'
import { chatRequestSchema, engineSchema, replyEventSchema } from '../../shared/chat/chat.ts'
import {
  askSchema,
  conversationChangesSchema,
  conversationPageSchema,
  conversationSchema,
  conversationSummarySchema,
  deletedConversationsSchema,
  forkSchema,
  restoreConversationsSchema,
} from '../../shared/chat/conversations.ts'
import { keptConversationSchema } from '../../shared/chat/kept-conversation.ts'
import { messageSchema } from '../../shared/chat/message-schemas.ts'
import { tryOutSchema } from '../../shared/chat/try-out.ts'
import { problemSchema } from '../../shared/common/errors.ts'
import { figuresSchema } from '../../shared/figures.ts'
import { ownProfileSchema, personSchema, profileSchema } from '../../shared/people/people.ts'
import {
  goOnRequestSchema,
  newRealmMessageSchema,
  realmMessagePageSchema,
  realmMessageSchema,
} from '../../shared/realms/realm-messages.ts'
import {
  newRealmSchema,
  realmChangesSchema,
  realmDetailSchema,
  realmMutesSchema,
  realmPageSchema,
} from '../../shared/realms/realms.ts'
import { signatureRequestSchema } from '../../shared/session/fresh-signature.ts'
import { endedSessionsSchema, ownSessionsSchema } from '../../shared/session/own-sessions.ts'
import {
  currentSessionSchema,
  nonceRequestSchema,
  sessionSchema,
  signInInputSchema,
  signInProofSchema,
} from '../../shared/session/session.ts'
import {
  briefPageSchema,
  draftRequestSchema,
  keptBriefSchema,
  storedBriefSchema,
} from '../../shared/social.ts'
import {
  newSwarmPhaseSchema,
  newSwarmRunSchema,
  swarmChangesSchema,
  swarmEventSchema,
  swarmPageSchema,
  swarmRunSchema,
  triedTurnSchema,
} from '../../shared/swarm/swarm.ts'

/** What the schemas of the contract are called in the description of the API; each that a route names is here. */
export const namedSchemas: Readonly<Record<string, z.ZodMiniType>> = {
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
  Person: personSchema,
  OwnProfile: ownProfileSchema,
  Profile: profileSchema,
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
