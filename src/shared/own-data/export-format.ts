import * as z from 'zod/mini'
import { agentProblems } from '../agents/agent-problems.ts'
import { contentSchema } from '../agents/agents.ts'
import { cardLimits } from '../agents/cards.ts'
import { personaSchema } from '../agents/persona.ts'
import { creditSchema, signedVersionSchema } from '../agents/signed-version.ts'
import { conversationChangesSchema } from '../chat/conversations.ts'
import {
  keptMessagesSchema,
  keptModelFields,
  keptSourcesSchema,
  keptStoriesSchema,
  keptToolFields,
} from '../chat/kept-conversation.ts'
import { copiedMessageSchema } from '../chat/shared-copies.ts'
import { limits } from '../common/limits.ts'
import { sourceNameSchema, sourcesOpenSchema, sourceTypeSchema } from '../knowledge/sources.ts'
import { modelRefSchema } from '../models/model-choice.ts'
import { profileSchema } from '../people/people.ts'
import { newRealmSchema, realmChangesSchema } from '../realms/realm-changes.ts'
import { newRealmMessageSchema } from '../realms/realm-messages.ts'
import { walletSchema } from '../session/fresh-signature.ts'
import { keptBriefSchema } from '../social.ts'
import { newSwarmPhaseSchema } from '../swarm/swarm.ts'
import { swarmModes } from '../swarm/swarm-plan.ts'
import { isPlainLine, toPlainText } from '../text/plain-text.ts'
import { toolLimits } from '../tools/tool-states.ts'
import { trustLimits } from '../trust/trust-limits.ts'

/** See `docs/export-format.md`. Texts have the limits of forms, so that imports can't get round them. */

/** The version changes with what an older Bionic cannot read. */
export const EXPORT_FORMAT = 'bionic-export'
export const EXPORT_VERSION = 1

export const MANIFEST_PATH = 'bionic.json'

/** The kinds of documents that an import creates again, in the order in which they are read. */
export const importedKinds = ['agents', 'realms', 'conversations', 'memories', 'runs', 'briefs'] as const
export type ImportedKind = (typeof importedKinds)[number]

const count = z.int().check(z.gte(0))
const moment = z.iso.datetime()
const id = z.uuid()

export const exportCountsSchema = z.object({
  agents: count,
  documents: z._default(count, 0),
  realms: count,
  conversations: count,
  /** Agents that remember something of the wallet, or of which it decided whether they may. */
  memories: z._default(count, 0),
  runs: count,
  briefs: count,
  /** Realms of others in which the wallet posted messages. */
  elsewhere: count,
  shared: z._default(count, 0),
})
export type ExportCounts = z.infer<typeof exportCountsSchema>

export const manifestSchema = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.int(),
  id,
  wallet: z.string(),
  exportedAt: moment,
  /** Who wrote the answers in it: `AI_SOURCE` of `trust/disclosure.ts`. */
  digitalSourceType: z.optional(z.string()),
  counts: exportCountsSchema,
})
export type Manifest = z.infer<typeof manifestSchema>

const given = <Field extends z.ZodMiniType>(field: z.ZodMiniOptional<Field>): Field =>
  field._zod.def.innerType

/** The stored name of an agent that may have been deleted. */
export const storedName = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(limits.agentName),
    z.refine(isPlainLine, 'A name must be one plain line.'),
  )

const documentFile = {
  type: sourceTypeSchema,
  version: z.int().check(z.gte(1)),
  bytes: count,
  file: z.string().check(z.maxLength(400), z.regex(/^documents\/[^/]+\/[^/]+$/)),
}

export const exportedDocumentSchema = z.object({
  id,
  name: sourceNameSchema,
  ...documentFile,
  /** An ISO 639-1 code; null if it is unknown. */
  language: z.nullable(z.string().check(z.maxLength(35))),
  createdAt: moment,
  /** The file before, if replies are still made from it because the present one is not read or can't be. */
  earlier: z.nullable(z.object({ ...documentFile, presentFailed: z.boolean() })),
})
export type ExportedDocument = z.infer<typeof exportedDocumentSchema>

/** More than any agent can have. */
const MOST_DOCUMENTS = 1_000

/** JSON as text, because it may be nested deeper than a document. */
const jsonText = z.nullable(z.string().check(z.maxLength(limits.cardJsonBytes)))

export const exportedPersonaSchema = z.object({
  ...personaSchema.shape,
  lorebook: jsonText,
  card: jsonText,
  cardFormat: z.nullable(z.string().check(z.maxLength(40))),
})
export type ExportedPersona = z.infer<typeof exportedPersonaSchema>

/** The persona and the lorebook that a version had; the card has no versions. */
const replacedPersonaSchema = z.omit(exportedPersonaSchema, { card: true, cardFormat: true })
export type ReplacedPersona = z.infer<typeof replacedPersonaSchema>

const exportedCardFileSchema = z.object({
  /** Its path in the CHARX. */
  path: z.string().check(z.maxLength(cardLimits.keptPath)),
  bytes: z.int().check(z.gte(0), z.lte(cardLimits.keptBytes)),
  /** Its path in the zip. */
  file: z.string().check(z.maxLength(1_000)),
})
export type ExportedCardFile = z.infer<typeof exportedCardFileSchema>

/** `agents/*.json` */
export const exportedAgentSchema = z
  .object({
    id,
    ...contentSchema.shape,
    isPublic: z.boolean(),
    visibilityEnabled: z.boolean(),
    createdAt: moment,
    version: z.int().check(z.gte(1), z.lte(2 ** 31 - 1)),
    versions: z
      .array(
        z.object({
          ...contentSchema.shape,
          number: z.int().check(z.gte(1)),
          replacedAt: moment,
          /** The persona up to this version, where the next one has another; null for none. */
          replacedPersona: z.optional(z.nullable(replacedPersonaSchema)),
        }),
      )
      .check(z.maxLength(limits.agentVersions)),
    /** Fields with a default are absent in older exports. */
    persona: z._default(z.nullable(exportedPersonaSchema), null),
    cardFiles: z._default(z.array(exportedCardFileSchema).check(z.maxLength(cardLimits.entries)), []),
    sourcesOpen: z._default(sourcesOpenSchema, 'passages'),
    allowsCopies: z._default(z.boolean(), false),
    /** What its owner signed of it as it is, here or where it was brought from; null for nothing. */
    signed: z._default(z.nullable(signedVersionSchema), null),
    copyOf: z._default(z.nullable(creditSchema), null),
    documents: z._default(z.array(exportedDocumentSchema).check(z.maxLength(MOST_DOCUMENTS)), []),
  })
  .check(
    z.refine(
      ({ version, versions }) =>
        versions.every(({ number }, index) => number < (versions[index - 1]?.number ?? version)),
      { error: 'Versions stand newest first, below the present one.', path: ['versions'] },
    ),
  )
export type ExportedAgent = z.infer<typeof exportedAgentSchema>

const ownWordSchema = z.object({
  ...newRealmMessageSchema.shape,
  number: z.int().check(z.gte(1)),
  replyTo: z.nullable(z.int().check(z.gte(1))),
  createdAt: moment,
})
export type OwnWord = z.infer<typeof ownWordSchema>

const wordsSchema = z.array(ownWordSchema).check(
  z.refine(
    (words) => words.every(({ number }, index) => number > (words[index - 1]?.number ?? 0)),
    'Messages stand in the order of their numbers.',
  ),
  z.refine(
    (words) => new Set(words.map((word) => word.id.toLowerCase())).size === words.length,
    'Two messages have the same id.',
  ),
)

/** `realms/*.json`: a realm that the wallet created, with the wallet's own messages. */
export const exportedRealmSchema = z.object({
  id,
  name: newRealmSchema.shape.name,
  description: newRealmSchema.shape.description,
  unlisted: z.boolean(),
  policy: given(realmChangesSchema.shape.policy),
  agentTurns: given(realmChangesSchema.shape.agentTurns),
  agentWords: given(realmChangesSchema.shape.agentWords),
  slowSeconds: z._default(given(realmChangesSchema.shape.slowSeconds), 0),
  heldWords: z._default(given(realmChangesSchema.shape.heldWords), []),
  createdAt: moment,
  agents: z.array(z.object({ id, name: storedName })).check(z.maxLength(limits.realmAgents)),
  messages: wordsSchema,
})
export type ExportedRealm = z.infer<typeof exportedRealmSchema>

/** `elsewhere/*.json`: the wallet's messages in somebody else's realm, which an import cannot restore there. */
export const exportedElsewhereSchema = z.object({ id, name: z.string(), messages: z.array(ownWordSchema) })

/** `conversations/*.json`: with all branches, oldest message first. */
export const exportedConversationSchema = z
  .object({
    id,
    agentId: id,
    agentName: storedName,
    title: given(conversationChangesSchema.shape.title),
    modelRef: z._default(z.nullable(modelRefSchema), null),
    activeLeaf: id,
    createdAt: moment,
    updatedAt: moment,
    messages: keptMessagesSchema,
    stories: z.optional(keptStoriesSchema),
  })
  .check(
    z.refine(({ messages, activeLeaf }) => messages.some((message) => message.id === activeLeaf), {
      error: 'The message that is shown last is none of the conversation.',
      path: ['activeLeaf'],
    }),
    z.refine(tellsOfReplies, {
      error: 'A story tells up to a reply of its conversation.',
      path: ['stories'],
    }),
  )
export type ExportedConversation = z.infer<typeof exportedConversationSchema>

function tellsOfReplies(told: {
  messages: z.infer<typeof keptMessagesSchema>
  stories?: z.infer<typeof keptStoriesSchema> | undefined
}): boolean {
  const replies = new Set(told.messages.flatMap(({ id, role }) => (role === 'user' ? [] : [id])))
  return (told.stories ?? []).every(({ through }) => replies.has(through))
}

const turnSchema = z.object({
  id,
  phase: z.int().check(z.gte(0)),
  round: z.int().check(z.gte(0), z.lte(limits.swarmRounds.debate.max)),
  seat: z.nullable(z.int().check(z.gte(0))),
  state: z.enum(['finished', 'stopped', 'interrupted', 'failed']),
  content: z.string().check(z.maxLength(limits.chatHistoryTurn), z.overwrite(toPlainText)),
  given: z.int().check(z.gte(0), z.lte(limits.swarmWords.max)),
  said: z.nullable(z.int().check(z.gte(0), z.lte(limits.chatHistoryTurn))),
  trouble: z.nullable(z.enum(agentProblems)),
  again: z.boolean(),
  sources: z.optional(keptSourcesSchema),
  model: z.optional(z.object({ ...keptModelFields, micros: z.optional(keptModelFields.micros) })),
  ownCalls: z.optional(
    z
      .array(z.object({ at: z.int().check(z.gte(0)), part: z.object(keptToolFields) }))
      .check(z.maxLength(toolLimits.calls * toolLimits.steps)),
  ),
  createdAt: moment,
})

/** `runs/*.json` */
export const exportedRunSchema = z
  .object({
    id,
    mode: z.enum(swarmModes),
    seats: z
      .array(z.object({ agentId: id, agentName: storedName, dropped: z.boolean() }))
      .check(z.minLength(limits.swarmSeats.min), z.maxLength(limits.swarmSeats.max)),
    phases: z
      .array(
        z.object({
          task: newSwarmPhaseSchema.shape.task,
          rounds: z.int().check(z.gte(1), z.lte(limits.swarmRounds.debate.max)),
          words: newSwarmPhaseSchema.shape.words,
        }),
      )
      .check(z.minLength(1), z.maxLength(limits.swarmPhases)),
    turns: z.array(turnSchema).check(z.maxLength(1_000)),
    state: z.enum(['finished', 'stopped', 'failed', 'interrupted']),
    createdAt: moment,
    updatedAt: moment,
  })
  .check(
    z.refine(
      ({ turns, seats, phases }) =>
        turns.every(
          ({ seat, round, phase }) =>
            phase < phases.length && (seat === null) === (round === 0) && (seat ?? 0) < seats.length,
        ),
      { error: 'A turn has a phase or a seat that the run does not have.', path: ['turns'] },
    ),
    z.refine(({ turns }) => new Set(turns.map((turn) => turn.id.toLowerCase())).size === turns.length, {
      error: 'Two turns have the same id.',
      path: ['turns'],
    }),
  )
export type ExportedRun = z.infer<typeof exportedRunSchema>

const { follows: _, ...keptBrief } = keptBriefSchema.shape

/** `social/*.json` */
export const exportedBriefSchema = z.object({
  ...keptBrief,
  id,
  agentName: storedName,
  createdAt: moment,
  updatedAt: moment,
})
export type ExportedBrief = z.infer<typeof exportedBriefSchema>

/** `profile.json` */
export const exportedProfileSchema = z.object(profileSchema.shape)
export type ExportedProfile = z.infer<typeof exportedProfileSchema>

/** `favourites.json`: last added first. */
export const exportedFavouritesSchema = z.object({
  agents: z.array(z.object({ id, name: z.string() })).check(z.maxLength(limits.favourites)),
})
export type ExportedFavourites = z.infer<typeof exportedFavouritesSchema>

/** `blocks.json`: last blocked first. */
export const exportedBlocksSchema = z.object({
  blocks: z
    .array(z.object({ address: walletSchema, noCopies: z.boolean(), createdAt: moment }))
    .check(z.maxLength(trustLimits.blocks)),
})
export type ExportedBlocks = z.infer<typeof exportedBlocksSchema>

/** `shared/*.json`: what a shared copy of a conversation shows. An import does not share it again. */
export const exportedCopySchema = z.object({
  conversationId: id,
  messageId: id,
  agentName: z.string(),
  title: z.string(),
  sharedAt: moment,
  messages: z.array(copiedMessageSchema),
})
export type ExportedCopy = z.infer<typeof exportedCopySchema>
