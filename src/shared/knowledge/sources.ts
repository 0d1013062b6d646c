import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { isPlainLine, isVisible, tooLong } from '../text/plain-text.ts'
import { type CitedSource, passagePlace } from './cited-source.ts'

/**
 * The file types that an owner can give an agent as documents. The server detects the type from the content, never from
 * the name.
 */
export const sourceTypes = ['pdf', 'docx', 'epub', 'html', 'markdown', 'text', 'csv'] as const
export const sourceTypeSchema = z.enum(sourceTypes)
export type SourceType = z.infer<typeof sourceTypeSchema>

export const sourceStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  /** The number of pages or parts that are done, and their total; the total is null while it is unknown. */
  z.object({ kind: z.literal('reading'), done: z.int(), of: z.nullable(z.int()) }),
  z.object({
    kind: z.literal('ready'),
    /** Null if the type has no pages. */
    pages: z.nullable(z.int()),
    passages: z.int(),
    characters: z.int(),
    /** An ISO 639-1 code such as `de`; null if the language could not be detected. */
    language: z.nullable(z.string()),
    /** One sentence for each part that could not be read, with the reason. */
    notes: z.array(z.string()),
  }),
  /** The reason is a sentence that says why nothing in the document can be used. */
  z.object({ kind: z.literal('failed'), reason: z.string() }),
])
export type SourceState = z.infer<typeof sourceStateSchema>

export const sourceSchema = z.object({
  id: z.uuid(),
  agentId: z.uuid(),
  name: z.string(),
  type: sourceTypeSchema,
  bytes: z.int(),
  /** Increases by one each time the file is replaced. */
  version: z.int(),
  /** Its place in the owner's list: 1, 2, 3 and so on. */
  position: z.int(),
  /** The state of the newest version. Until it is ready, passages are found in the previous version. */
  state: sourceStateSchema,
  createdAt: z.iso.datetime(),
})
export type Source = z.infer<typeof sourceSchema>

/** A piece of a document that can be understood on its own. */
const passageSchema = z.object({
  sourceId: z.uuid(),
  version: z.int(),
  sourceName: z.string(),
  ...passagePlace,
  /** The range in the document's extracted text, in UTF-16 units. */
  from: z.int(),
  to: z.int(),
  text: z.string(),
  /** Gives everybody who can reach the agent access to this passage and to no other one. */
  key: z.string(),
})
export type Passage = z.infer<typeof passageSchema>

/** Converts passages to citable sources, numbered from 1 in their order. */
export function citePassages(passages: readonly Passage[]): CitedSource[] {
  return passages.map(({ sourceName, text, from: _from, to: _to, ...passage }, index) => ({
    ...passage,
    n: index + 1,
    name: sourceName,
    quote: text,
  }))
}

/** What visitors of an agent can open: the passages that a reply cited to them, or its whole documents. */
export const sourcesOpenSchema = z.enum(
  ['passages', 'documents'],
  'Visitors can open cited passages, or whole documents.',
)
export type SourcesOpen = z.infer<typeof sourcesOpenSchema>

/** The response of `GET /api/agents/{id}/sources`. */
export const sourceListSchema = z.object({
  /** Sorted by position. Visitors get the documents that are ready, and none if documents are not open to visitors. */
  sources: z.array(sourceSchema),
  sourcesOpen: sourcesOpenSchema,
  /** The used and the maximum storage of the agent; only its owner gets it. */
  room: z.nullable(
    z.object({
      files: z.int(),
      filesMost: z.int(),
      bytes: z.int(),
      bytesMost: z.int(),
      fileBytesMost: z.int(),
    }),
  ),
})
export type SourceList = z.infer<typeof sourceListSchema>

/** The name of a document; a path in front of the file name is removed. */
export const sourceNameSchema = z.string('A name is required.').check(
  z.overwrite((name) => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)),
  z.trim(),
  z.minLength(1, 'A name is required.'),
  z.maxLength(limits.sourceName, tooLong('A name', limits.sourceName)),
  z.refine(isVisible, 'A name is required.'),
  z.refine(isPlainLine, 'A name must be one line of plain characters.'),
)

/** The query of `POST /api/agents/{id}/sources`; the body is the file itself. */
export const newSourceQuerySchema = z.object({
  /** Made by the client: a retry with the same id stores the file once. */
  id: z.uuid('The id must be a UUID.'),
  name: sourceNameSchema,
})

/** The query of `PUT /api/agents/{id}/sources/{sourceId}`; the body is the new file. */
export const replacedSourceQuerySchema = z.object({
  /** If absent, the document keeps its name. */
  name: z.optional(sourceNameSchema),
  /** The version to be replaced; if the document has a newer one, the request fails with `conflict`. */
  replaces: z.coerce
    .number('The version must be a whole number.')
    .check(z.int('The version must be a whole number.')),
})

/** The body of `PATCH /api/agents/{id}/sources/{sourceId}`: at least one of these. */
export const sourceChangesSchema = z
  .strictObject({
    name: z.optional(sourceNameSchema),
    /** The new position; the documents after it move on. */
    position: z.optional(z.int('The place must be a whole number.').check(z.gte(1, 'The first place is 1.'))),
  })
  .check(
    z.refine((changes) => Object.keys(changes).length > 0, {
      error: 'Nothing to change.',
      when: ({ issues }) => issues.length === 0,
    }),
  )
export type SourceChanges = z.infer<typeof sourceChangesSchema>

export const sourceSettingsSchema = z.strictObject({ sourcesOpen: sourcesOpenSchema })

/** The query of `GET /api/agents/{id}/sources/search`. */
export const passageQuerySchema = z.object({
  query: z
    .string('Enter something to search for.')
    .check(
      z.trim(),
      z.minLength(1, 'Enter something to search for.'),
      z.maxLength(limits.searchQuery, tooLong('A search', limits.searchQuery)),
    ),
})

/** A range of a passage's text, in UTF-16 units. */
const textRangeSchema = z.object({ from: z.int(), to: z.int() })
export type TextRange = z.infer<typeof textRangeSchema>

/** The response of `GET /api/agents/{id}/sources/search`. */
export const foundPassagesSchema = z.object({
  /** The best match first. */
  passages: z.array(passageSchema),
  /** For each of them where its text has words of the question, in whatever form; ascending, without overlaps. */
  hits: z.array(z.array(textRangeSchema)),
})
export type FoundPassages = z.infer<typeof foundPassagesSchema>

/** The query of `GET /api/sources/{sourceId}/passages/{version}/{number}`: the key that came with the citation. */
export const passageKeySchema = z.object({
  key: z.optional(z.string().check(z.maxLength(64))),
  /** The id of the API key that received the citation, if one did. */
  by: z.optional(z.uuid()),
})

/**
 * The response of `GET /api/sources/{sourceId}/passages/{version}/{number}`: a passage with some of the text around it.
 */
export const passageAroundSchema = z.object({
  before: z.string(),
  passage: passageSchema,
  after: z.string(),
  document: z.object({
    name: z.string(),
    pages: z.nullable(z.int()),
    /** Whether the viewer may open the whole document, at `/api/sources/{sourceId}/file`. */
    canOpen: z.boolean(),
  }),
  /** Its agent, where the viewer can reach it; null for a file of a conversation. */
  agent: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
})
export type PassageAround = z.infer<typeof passageAroundSchema>
