import type * as z from 'zod/mini'
import { remoteImageSchema, shownImageSchema, storedImageSchema } from '../../shared/agents/agent-images.ts'
import { agentVersionsSchema, restoreVersionSchema } from '../../shared/agents/agent-versions.ts'
import {
  agentChangesSchema,
  agentPageSchema,
  agentSchema,
  newAgentSchema,
  upvoteCountSchema,
} from '../../shared/agents/agents.ts'
import { cardPreviewSchema, importedCardSchema } from '../../shared/agents/cards.ts'
import {
  duplicateSchema,
  favouriteAgentsSchema,
  favouriteSchema,
  likeAgentsSchema,
} from '../../shared/agents/kept-agents.ts'
import {
  enteredLoreSchema,
  ownPersonaSchema,
  replyLoreSchema,
  savedPersonaSchema,
  storedPersonaSchema,
  tryLoreSchema,
} from '../../shared/agents/own-persona.ts'
import { analyticsSchema } from '../../shared/analytics.ts'
import { chatRequestSchema, engineSchema, replyEventSchema } from '../../shared/chat/chat.ts'
import { conversationFileSchema, conversationFilesSchema } from '../../shared/chat/conversation-files.ts'
import {
  askSchema,
  conversationChangesSchema,
  conversationPageSchema,
  conversationSchema,
  conversationSummarySchema,
  deletedConversationsSchema,
  earlierMessagesSchema,
  erasedMessagesSchema,
  forkSchema,
  lastTalkSchema,
  restoreConversationsSchema,
} from '../../shared/chat/conversations.ts'
import { keptConversationSchema } from '../../shared/chat/kept-conversation.ts'
import { messageSchema } from '../../shared/chat/message-schemas.ts'
import {
  newSharedCopySchema,
  sharedConversationSchema,
  sharedCopiesSchema,
  sharedCopySchema,
} from '../../shared/chat/shared-copies.ts'
import { storyChangesSchema, storySchema } from '../../shared/chat/stories.ts'
import { tryOutSchema } from '../../shared/chat/try-out.ts'
import { problemSchema } from '../../shared/common/errors.ts'
import {
  apiKeyChangesSchema,
  apiKeySchema,
  apiKeysSchema,
  madeApiKeySchema,
  newApiKeySchema,
} from '../../shared/doors/api-keys.ts'
import { authorizationSchema, consentedSchema, consentSchema } from '../../shared/doors/authorization.ts'
import { homeSchema } from '../../shared/home.ts'
import { documentTextSchema } from '../../shared/knowledge/document-text.ts'
import {
  foundPassagesSchema,
  passageAroundSchema,
  sourceChangesSchema,
  sourceListSchema,
  sourceSchema,
  sourceSettingsSchema,
} from '../../shared/knowledge/sources.ts'
import { localModelSchema, startLocalModelSchema } from '../../shared/models/local-model.ts'
import { modelListSchema } from '../../shared/models/models.ts'
import { handoverSchema, handoversSchema, handoverTermsSchema } from '../../shared/own-data/handovers.ts'
import {
  deletedEverythingSchema,
  importPreviewSchema,
  importResultSchema,
  restoreEverythingSchema,
} from '../../shared/own-data/own-data.ts'
import { ownProfileSchema, personSchema, profileSchema } from '../../shared/people/people.ts'
import { placeStatusSchema } from '../../shared/place-status.ts'
import { newRealmSchema, realmChangesSchema } from '../../shared/realms/realm-changes.ts'
import {
  goOnRequestSchema,
  newRealmMessageSchema,
  realmMessagePageSchema,
  realmMessageSchema,
} from '../../shared/realms/realm-messages.ts'
import { realmDetailSchema, realmPageSchema } from '../../shared/realms/realms.ts'
import { signedAgreementSchema } from '../../shared/session/fresh-signature.ts'
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
} from '../../shared/swarm/swarm.ts'
import { memorySchemas } from './openapi-memory-schemas.ts'
import { modelKeySchemas } from './openapi-model-schemas.ts'
import { moderationSchemas } from './openapi-moderation-schemas.ts'
import { toolSchemas } from './openapi-tool-schemas.ts'
import { trustSchemas } from './openapi-trust-schemas.ts'

/** The names of the schemas in the OpenAPI document; every schema that a route uses must be here. */
export const namedSchemas: Readonly<Record<string, z.ZodMiniType>> = {
  ...modelKeySchemas,
  ...toolSchemas,
  ...memorySchemas,
  ...trustSchemas,
  ...moderationSchemas,
  Agent: agentSchema,
  AgentPage: agentPageSchema,
  NewAgent: newAgentSchema,
  AgentChanges: agentChangesSchema,
  AgentVersions: agentVersionsSchema,
  RestoreVersion: restoreVersionSchema,
  Persona: storedPersonaSchema,
  OwnPersona: ownPersonaSchema,
  SavedPersona: savedPersonaSchema,
  TryLore: tryLoreSchema,
  EnteredLore: enteredLoreSchema,
  ReplyLore: replyLoreSchema,
  Duplicate: duplicateSchema,
  CardPreview: cardPreviewSchema,
  ImportedCard: importedCardSchema,
  UpvoteCount: upvoteCountSchema,
  Favourite: favouriteSchema,
  FavouriteAgents: favouriteAgentsSchema,
  LikeAgents: likeAgentsSchema,
  Home: homeSchema,
  StoredImage: storedImageSchema,
  RemoteImage: remoteImageSchema,
  ShownImage: shownImageSchema,
  Source: sourceSchema,
  SourceList: sourceListSchema,
  ConversationFile: conversationFileSchema,
  ConversationFileList: conversationFilesSchema,
  SourceChanges: sourceChangesSchema,
  SourceSettings: sourceSettingsSchema,
  FoundPassages: foundPassagesSchema,
  DocumentText: documentTextSchema,
  PassageAround: passageAroundSchema,
  RealmDetail: realmDetailSchema,
  RealmPage: realmPageSchema,
  NewRealm: newRealmSchema,
  RealmChanges: realmChangesSchema,
  RealmMessage: realmMessageSchema,
  RealmMessagePage: realmMessagePageSchema,
  NewRealmMessage: newRealmMessageSchema,
  GoOn: goOnRequestSchema,
  Conversation: conversationSchema,
  ConversationSummary: conversationSummarySchema,
  ConversationPage: conversationPageSchema,
  ConversationChanges: conversationChangesSchema,
  DeletedConversations: deletedConversationsSchema,
  EarlierMessages: earlierMessagesSchema,
  ErasedMessages: erasedMessagesSchema,
  LastTalk: lastTalkSchema,
  RestoreConversations: restoreConversationsSchema,
  Fork: forkSchema,
  Story: storySchema,
  StoryChanges: storyChangesSchema,
  Ask: askSchema,
  KeptConversation: keptConversationSchema,
  NewSharedCopy: newSharedCopySchema,
  SharedCopy: sharedCopySchema,
  SharedCopies: sharedCopiesSchema,
  SharedConversation: sharedConversationSchema,
  Message: messageSchema,
  ModelList: modelListSchema,
  ChatRequest: chatRequestSchema,
  ReplyEvent: replyEventSchema,
  Engine: engineSchema,
  LocalModel: localModelSchema,
  PlaceStatus: placeStatusSchema,
  StartLocalModel: startLocalModelSchema,
  Analytics: analyticsSchema,
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
  TryOut: tryOutSchema,
  Person: personSchema,
  OwnProfile: ownProfileSchema,
  Profile: profileSchema,
  ImportPreview: importPreviewSchema,
  ImportResult: importResultSchema,
  DeletedEverything: deletedEverythingSchema,
  RestoreEverything: restoreEverythingSchema,
  HandoverTerms: handoverTermsSchema,
  Handover: handoverSchema,
  Handovers: handoversSchema,
  Session: sessionSchema,
  CurrentSession: currentSessionSchema,
  NonceRequest: nonceRequestSchema,
  SignInInput: signInInputSchema,
  SignInProof: signInProofSchema,
  SignedAgreement: signedAgreementSchema,
  OwnSessions: ownSessionsSchema,
  EndedSessions: endedSessionsSchema,
  ApiKey: apiKeySchema,
  ApiKeys: apiKeysSchema,
  NewApiKey: newApiKeySchema,
  ApiKeyChanges: apiKeyChangesSchema,
  Authorization: authorizationSchema,
  Consent: consentSchema,
  Consented: consentedSchema,
  MadeApiKey: madeApiKeySchema,
  Problem: problemSchema,
}
