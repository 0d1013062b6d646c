import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { isPlainLine, isVisible, tooLong } from '../text/plain-text.ts'
import { type CitedSource, passagePlace } from './cited-source.ts'

/** The server detects the type from the content, never from the name. */
export const sourceTypes = ['pdf', 'docx', 'epub', 'html', 'markdown', 'text', 'csv'] as const
export const sourceTypeSchema = z.enum(sourceTypes)
export type SourceType = z.infer<typeof sourceTypeSchema>

export const sourceStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  /** `done` pages or parts; `of` is null while it is unknown. */
  z.object({ kind: z.literal('reading'), done: z.int(), of: z.nullable(z.int()) }),
  z.object({
    kind: z.literal('ready'),
    /** Null if the type has no pages. */
    pages: z.nullable(z.int()),
    passages: z.int(),
    characters: z.int(),
    /** An ISO 639-1 code such as `de`; null if the language could not be detected. */
    language: z.nullable(z.string()),
    /** Sentences about what could not be read, with the reason. */
    notes: z.array(z.string()),
  }),
  /** Says why nothing in the document can be used. */
  z.object({ kind: z.literal('failed'), reason: z.string() }),
])
export type SourceState = z.infer<typeof sourceStateSchema>

export const sourceSchema = z.object({
  id: z.uuid(),
  agentId: z.uuid(),
  name: z.string(),
  type: sourceTypeSchema,
  bytes: z.int(),
  version: z.int(),
  position: z.int(),
  /** Of the newest version. Until it is ready, passages are found in the previous one. */
  state: sourceStateSchema,
  createdAt: z.iso.datetime(),
})
export type Source = z.infer<typeof sourceSchema>

const passageSchema = z.object({
  sourceId: z.uuid(),
  version: z.int(),
  sourceName: z.string(),
  ...passagePlace,
  /** In the document's extracted text, in UTF-16 units. */
  from: z.int(),
  to: z.int(),
  text: z.string(),
  /** Gives everybody who can reach the agent access to this passage and to no other one. */
  key: z.string(),
})
export type Passage = z.infer<typeof passageSchema>

export function citePassages(passages: readonly Passage[]): CitedSource[] {
  return passages.map(({ sourceName, text, from: _from, to: _to, ...passage }, index) => ({
    ...passage,
    n: index + 1,
    name: sourceName,
    quote: text,
  }))
}

export const sourcesOpenSchema = z.enum(
  ['passages', 'documents'],
  'Visitors can open cited passages, or whole documents.',
)
export type SourcesOpen = z.infer<typeof sourcesOpenSchema>

export const sourceListSchema = z.object({
  /** Visitors get what is ready, and nothing if documents are not open to them. */
  sources: z.array(sourceSchema),
  sourcesOpen: sourcesOpenSchema,
  /** Only the owner gets it. */
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

/** A path in front of the file name is removed. */
export const sourceNameSchema = z.string('A name is required.').check(
  z.overwrite((name) => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)),
  z.trim(),
  z.minLength(1, 'A name is required.'),
  z.maxLength(limits.sourceName, tooLong('A name', limits.sourceName)),
  z.refine(isVisible, 'A name is required.'),
  z.refine(isPlainLine, 'A name must be one line of plain characters.'),
)

/** The body of `POST /api/agents/{id}/sources` is the file itself. */
export const newSourceQuerySchema = z.object({
  /** A retry with the same id stores the file once. */
  id: z.uuid('The id must be a UUID.'),
  name: sourceNameSchema,
})

/** The body of `PUT /api/agents/{id}/sources/{sourceId}` is the new file. */
export const replacedSourceQuerySchema = z.object({
  name: z.optional(sourceNameSchema),
  /** Fails with `conflict` if the document has a newer version. */
  replaces: z.coerce
    .number('The version must be a whole number.')
    .check(z.int('The version must be a whole number.')),
})

export const sourceChangesSchema = z
  .strictObject({
    name: z.optional(sourceNameSchema),
    /** The documents after it move on. */
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

export const passageQuerySchema = z.object({
  query: z
    .string('Enter something to search for.')
    .check(
      z.trim(),
      z.minLength(1, 'Enter something to search for.'),
      z.maxLength(limits.searchQuery, tooLong('A search', limits.searchQuery)),
      z.refine(isVisible, 'Enter something to search for.'),
    ),
})

/** In UTF-16 units. */
const textRangeSchema = z.object({ from: z.int(), to: z.int() })

export const foundPassagesSchema = z.object({
  passages: z.array(passageSchema),
  /** Words of the question in each passage, in whatever form; ascending, without overlaps. */
  hits: z.array(z.array(textRangeSchema)),
})
export type FoundPassages = z.infer<typeof foundPassagesSchema>

/** The key came with the citation. */
export const passageKeySchema = z.object({
  key: z.optional(z.string().check(z.maxLength(64))),
  /** The id of the API key that received the citation, if one did. */
  by: z.optional(z.uuid()),
})

export const passageAroundSchema = z.object({
  before: z.string(),
  passage: passageSchema,
  after: z.string(),
  document: z.object({
    name: z.string(),
    pages: z.nullable(z.int()),
    /** The viewer may open `/api/sources/{sourceId}/file`. */
    canOpen: z.boolean(),
  }),
  /** Null for a file of a conversation, or if the viewer can't reach its agent. */
  agent: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
})
export type PassageAround = z.infer<typeof passageAroundSchema>
