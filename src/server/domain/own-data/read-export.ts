import type * as z from 'zod/mini'
import { textFields } from '../../../shared/agents/agent-fields.ts'
import { partsOf, storedTextsOf } from '../../../shared/chat/parts.ts'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportedBlocks,
  exportedBlocksSchema,
  exportedBriefSchema,
  exportedFavouritesSchema,
  exportedProfileSchema,
  type ImportedKind,
  importedKinds,
  MANIFEST_PATH,
  type Manifest,
  manifestSchema,
} from '../../../shared/own-data/export-format.ts'
import { type ExportedDocument, exportedAgentSchema } from '../../../shared/own-data/exported-agent.ts'
import { exportedConversationSchema } from '../../../shared/own-data/exported-conversation.ts'
import { exportedMemorySchema } from '../../../shared/own-data/exported-memory.ts'
import { exportedRealmSchema } from '../../../shared/own-data/exported-realm.ts'
import { exportedRunSchema } from '../../../shared/own-data/exported-run.ts'
import { importLimits } from '../../../shared/own-data/own-data.ts'
import { cutText } from '../../../shared/text/plain-text.ts'
import { checkJson } from '../../base/check-json.ts'
import { Failure } from '../failure.ts'
import { bytesOf } from '../quotas/quotas.ts'
import { type OpenedZip, openZip, type ZipLimits } from '../zip/read-zip.ts'

const schemas = {
  agents: exportedAgentSchema,
  realms: exportedRealmSchema,
  conversations: exportedConversationSchema,
  memories: exportedMemorySchema,
  runs: exportedRunSchema,
  briefs: exportedBriefSchema,
} satisfies Record<ImportedKind, z.ZodMiniType>

const folders: Record<ImportedKind, string> = {
  agents: 'agents',
  realms: 'realms',
  conversations: 'conversations',
  memories: 'memory',
  runs: 'runs',
  briefs: 'social',
}

export type Thing = {
  [Kind in ImportedKind]: { kind: Kind; thing: z.output<(typeof schemas)[Kind]> }
}[ImportedKind]

type ReadThing = Thing | { kind: 'unreadable'; path: string; problem: string }

/** Documents are validated as they are read, one at a time. */
export interface OpenedExport {
  manifest: Manifest
  /** Agents first, so that the following ones can refer to them. */
  things(): AsyncGenerator<ReadThing>
  /** Null if there is none that can be read. */
  profile(): Promise<z.output<typeof exportedProfileSchema> | null>
  favourites(): Promise<z.output<typeof exportedFavouritesSchema>['agents']>
  blocks(): Promise<ExportedBlocks['blocks']>
  /** Null if it is missing or too large. */
  picture(hash: string, most: number): Promise<Buffer | null>
  /** Unpacked while it is read; null if it is missing. */
  file(path: string): ReturnType<OpenedZip['stream']>
  close(): void
}

/** @throws {Failure} `archive_invalid` or `archive_too_large` if it is not a readable export */
export async function openExport(path: string, limits: ZipLimits = importLimits): Promise<OpenedExport> {
  const zip = await openZip(path, limits)
  try {
    return opened(zip, await readManifest(zip))
  } catch (error) {
    zip.close()
    throw error
  }
}

function opened(zip: OpenedZip, manifest: Manifest): OpenedExport {
  return {
    manifest,

    async *things() {
      for (const kind of importedKinds) {
        const isDocument = new RegExp(`^${folders[kind]}/[^/]+\\.json$`)
        for (const path of zip.names.filter((name) => isDocument.test(name)).toSorted()) {
          const read = await readDocument(zip, path, schemas[kind])
          yield 'problem' in read
            ? { kind: 'unreadable', path, ...read }
            : ({ kind, thing: read.value } as Thing)
        }
      }
    },

    async profile() {
      const read = await readDocument(zip, 'profile.json', exportedProfileSchema)
      return 'problem' in read ? null : read.value
    },

    async favourites() {
      const read = await readDocument(zip, 'favourites.json', exportedFavouritesSchema)
      return 'problem' in read ? [] : read.value.agents
    },

    async blocks() {
      const read = await readDocument(zip, 'blocks.json', exportedBlocksSchema)
      return 'problem' in read ? [] : read.value.blocks
    },

    async picture(hash, most) {
      try {
        return await zip.read(`pictures/${hash}.webp`, most)
      } catch (error) {
        if (error instanceof Failure) return null
        throw error
      }
    },

    file: zip.stream,

    close: zip.close,
  }
}

async function readManifest(zip: OpenedZip): Promise<Manifest> {
  if (!zip.names.includes(MANIFEST_PATH))
    throw new Failure('archive_invalid', `This zip is not a Bionic export: it has no ${MANIFEST_PATH}.`)
  const read = await readDocument(zip, MANIFEST_PATH, manifestSchema)
  if ('problem' in read)
    throw new Failure('archive_invalid', `This zip is not a Bionic export: its ${MANIFEST_PATH} is not one.`)
  const { format, version } = read.value
  if (format !== EXPORT_FORMAT || version > EXPORT_VERSION || version < 1)
    throw new Failure(
      'archive_invalid',
      `This export has version ${version} of the format. This server reads version ${EXPORT_VERSION}.`,
    )
  return read.value
}

type ReadDocument<Value> = { value: Value } | { problem: string }

async function readDocument<Schema extends z.ZodMiniType>(
  zip: OpenedZip,
  path: string,
  schema: Schema,
): Promise<ReadDocument<z.output<Schema>>> {
  try {
    const bytes = await zip.read(path, importLimits.documentBytes)
    if (!bytes) return { problem: 'It is not there.' }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const fault = checkJson(text, importLimits)
    if (fault) return { problem: fault }
    const parsed = schema.safeParse(JSON.parse(text))
    if (parsed.success) return { value: parsed.data }
    const [issue] = parsed.error.issues
    return { problem: `${issue?.path.join('.') || 'It'}: ${issue?.message ?? 'not valid'}` }
  } catch (error) {
    if (error instanceof Failure) return { problem: error.message }
    if (error instanceof TypeError || error instanceof SyntaxError)
      return { problem: 'It is not JSON in UTF-8.' }
    throw error
  }
}

/** The earlier file, where the present one could not be read. */
export function importedFile(document: ExportedDocument) {
  const { earlier } = document
  return earlier?.presentFailed ? earlier : document
}

/** In bytes of UTF-8, as counted by the owner's quota. */
export function sizeOf(read: Thing): number {
  switch (read.kind) {
    case 'agents':
      return [read.thing, ...read.thing.versions].reduce(
        (sum, content) => sum + bytesOf(...textFields.map((field) => content[field])),
        bytesOf(
          ...read.thing.versions.map(({ replacedPersona }) =>
            replacedPersona ? JSON.stringify(replacedPersona) : undefined,
          ),
        ) +
          (read.thing.persona ? bytesOf(JSON.stringify(read.thing.persona)) : 0) +
          read.thing.cardFiles.reduce((sum, { bytes }) => sum + bytes, 0),
      )
    case 'realms':
      return bytesOf(...read.thing.messages.map(({ content }) => content))
    case 'conversations':
      return bytesOf(
        ...read.thing.messages.flatMap((message) => storedTextsOf(partsOf(message))),
        ...(read.thing.stories ?? []).map(({ text }) => text),
      )
    case 'memories':
      return bytesOf(
        ...read.thing.facts.flatMap(({ text, history }) => [text, ...history.map((said) => said.text)]),
      )
    case 'runs':
      return bytesOf(
        ...read.thing.phases.map(({ task }) => task),
        ...read.thing.turns.map(({ content }) => content),
      )
    case 'briefs':
      return bytesOf(read.thing.topic, read.thing.source, ...read.thing.drafts.map(({ content }) => content))
    default:
      return read satisfies never
  }
}

export function nameOf(read: Thing): string {
  switch (read.kind) {
    case 'agents':
    case 'realms':
      return read.thing.name
    case 'conversations':
      return read.thing.title
    case 'memories':
      return `What ${read.thing.agentName} remembers`
    case 'runs':
      return cutText(read.thing.phases[0]?.task ?? '', 80)
    case 'briefs':
      return cutText(read.thing.topic, 80)
    default:
      return read satisfies never
  }
}
