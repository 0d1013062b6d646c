import { createHash } from 'node:crypto'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type {
  ExportedAgent,
  ExportedConversation,
  ExportedProfile,
  ExportedRealm,
  ExportedRun,
  ImportedKind,
} from '../../../shared/own-data/export-format.ts'
import type { ImportCounts, ImportResult } from '../../../shared/own-data/own-data.ts'
import { storeCardFiles } from '../../db/agents/card-files.ts'
import { pictureUrlOf } from '../../db/agents/picture-url.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  isStored,
  recordImport,
  type StoredImport,
  storeAgent,
  storeConversation,
  storeImportedBrief,
  storeRealm,
  storeRun,
} from '../../db/own-data/store-imported.ts'
import { inviteAgent } from '../../db/realms/realm-agents.ts'
import type { Agents } from '../agents/agents.ts'
import type { Favourites } from '../agents/favourites.ts'
import type { Images } from '../agents/images.ts'
import { Failure } from '../failure.ts'
import type { Sources } from '../knowledge/sources.ts'
import type { People } from '../people/people.ts'
import type { Quotas } from '../quotas/quotas.ts'
import type { RealmFeed } from '../realms/realm-feed.ts'
import { importCardFiles, importPersona } from './exported-persona.ts'
import { createNotes } from './notes.ts'
import { importedFile, nameOf, type OpenedExport, sizeOf, type Thing } from './read-export.ts'

type KeptMessage = ExportedConversation['messages'][number]

/** The services that an import uses. */
export interface ImportParts {
  db: Db
  clock: () => Date
  quotas: Quotas
  images: Pick<Images, 'upload' | 'keep'>
  people: Pick<People, 'own' | 'change'>
  agents: Pick<Agents, 'find'>
  sources: Pick<Sources, 'add' | 'setOpen'>
  favourites: Pick<Favourites, 'set'>
  feed: Pick<RealmFeed, 'detailChanged'>
}

export const noCounts: ImportCounts = {
  agents: 0,
  documents: 0,
  realms: 0,
  conversations: 0,
  runs: 0,
  briefs: 0,
  favourites: 0,
}

/**
 * Creates everything in an export for a wallet, whoever exported it, each item under a new id. These ids are derived
 * from the import's id, so that a retry with the same id creates nothing twice. Items that can't be created are noted,
 * and the rest is created.
 */
export async function importEverything(
  parts: ImportParts,
  from: OpenedExport,
  { wallet, id: importId }: { wallet: string; id: string },
): Promise<ImportResult> {
  const { db, clock, quotas } = parts
  const now = clock()
  const notes = createNotes()
  const made = { ...noCounts }
  const freshAgents = new Map<string, { id: string; imageUrl: string }>()
  /** The documents that were made, by their old ids, with the versions that their files had there. */
  const freshDocuments = new Map<string, { id: string; version: number }>()
  const usedFiles = new Set<string>()
  await recordImport(db, { wallet, id: importId, exportId: from.manifest.id, importedAt: now })

  const freshId = (kind: ImportedKind | 'documents', id: string) =>
    idFrom([importId, wallet, kind, id.toLowerCase()])
  const agentId = (old: string) => freshAgents.get(old.toLowerCase())?.id ?? old

  const pictures = new Map<string, Promise<string>>()
  function pictureFor(imageUrl: string): Promise<string> {
    // A picture on the web is fetched later, by the sweep for addresses that agents use.
    const hash = /^\/images\/([0-9a-f]{64})\.webp$/.exec(imageUrl)?.[1]
    if (!hash) return Promise.resolve(imageUrl)
    const known = pictures.get(hash) ?? bringPicture(hash)
    pictures.set(hash, known)
    return known
  }

  async function bringPicture(hash: string): Promise<string> {
    try {
      // If the export was made on this server, the picture is stored already.
      return await parts.images.keep(`/images/${hash}.webp`, wallet)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
    const bytes = await from.picture(hash, limits.uploadBytes)
    if (!bytes) {
      notes.add('A picture is not in the zip, or is too large. The default image stands in its place.')
      return DEFAULT_IMAGE_URL
    }
    try {
      return await parts.images.upload(bytes, wallet)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      notes.add(`A picture was left out. ${error.message}`)
      return DEFAULT_IMAGE_URL
    }
  }

  async function store(read: Thing): Promise<StoredImport | 'full'> {
    const target = { id: freshId(read.kind, read.thing.id), owner: wallet, now }
    switch (read.kind) {
      case 'agents':
        return storeAgent(
          db,
          target,
          await withPictures(read.thing, pictureFor),
          importPersona(read.thing.persona, (what) =>
            notes.add(`The ${what} of “${read.thing.name}” was left out. It can’t be read.`),
          ),
        )
      case 'realms':
        return storeRealm(db, target, read.thing)
      case 'conversations':
        return storeConversation(db, target, {
          ...read.thing,
          agentId: agentId(read.thing.agentId),
          messages: read.thing.messages.map(citing),
        })
      case 'runs':
        return storeRun(db, target, {
          ...read.thing,
          seats: await Promise.all(read.thing.seats.map(seatFor)),
          turns: read.thing.turns.map(({ sources, ...turn }) => ({
            ...turn,
            ...(sources && { sources: sources.map(cited) }),
          })),
        })
      case 'briefs':
        return storeImportedBrief(
          db,
          target,
          { ...read.thing, agentId: agentId(read.thing.agentId) },
          limits.socialBriefs,
        )
      default:
        return read satisfies never
    }
  }

  async function seatFor(seat: ExportedRun['seats'][number]) {
    const own = freshAgents.get(seat.agentId.toLowerCase())
    if (own) return { ...seat, agentId: own.id, agentImageUrl: pictureUrlOf(own.imageUrl) }
    const met = await parts.agents.find(seat.agentId, wallet)
    return { ...seat, agentImageUrl: met?.pictureUrl ?? DEFAULT_IMAGE_URL }
  }

  /** A citation leads to the document that was made from the same file, which is version 1 here. */
  function cited(source: CitedSource): CitedSource {
    const fresh = freshDocuments.get(source.sourceId.toLowerCase())
    return fresh?.version === source.version ? { ...source, sourceId: fresh.id, version: 1 } : source
  }

  function citing(message: KeptMessage): KeptMessage {
    if (message.role === 'user' || !message.parts) return message
    const parts = message.parts.map((part) =>
      part.kind === 'sources' ? { ...part, sources: part.sources.map(cited) } : part,
    )
    return { ...message, parts }
  }

  /** Uploads the documents of an agent, as its owner would. */
  async function bringDocuments(id: string, { name, documents, sourcesOpen }: ExportedAgent): Promise<void> {
    if (documents.length === 0) return
    await parts.sources.setOpen(id, wallet, sourcesOpen)
    for (const document of documents) {
      const { file, type, version } = importedFile(document)
      const sourceId = freshId('documents', document.id)
      try {
        // A file that many documents name would be unpacked and stored again for each.
        const found = usedFiles.has(file) ? null : from.file(file)
        usedFiles.add(file)
        if (!found) throw new Failure('source_invalid', 'Its file is not in the zip.')
        const { content, bytes: announced } = found
        const uploadedAt = new Date(Math.min(now.getTime(), Date.parse(document.createdAt)))
        const upload = { name: document.name, type, content, announced, uploadedAt }
        await parts.sources.add({ agentId: id, sourceId }, wallet, upload)
        freshDocuments.set(document.id.toLowerCase(), { id: sourceId, version })
        made.documents += 1
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        notes.add(`The document “${document.name}” of “${name}” was left out. ${error.message}`)
      }
    }
  }

  /** Stores an item within the wallet's quotas. */
  async function keep(read: Thing): Promise<void> {
    const { kind, thing } = read
    const id = freshId(kind, thing.id)
    const once = {
      kept: (outcome: StoredImport | 'full') => outcome === 'made',
      before: async () => ((await isStored(db, kind, id)) ? ('there' as const) : null),
    }
    const counted = kind === 'agents' || kind === 'realms' || kind === 'conversations' ? quotas[kind] : null
    const work = () => (counted ? counted.hold(wallet, 1, () => store(read), once) : store(read))
    const outcome = await quotas.words.hold(wallet, sizeOf(read), work, once)
    if (outcome === 'full')
      throw new Failure(
        'briefs_full',
        `One wallet keeps ${limits.socialBriefs} briefs. Delete one to keep another.`,
      )
    if (read.kind === 'agents') {
      freshAgents.set(thing.id.toLowerCase(), { id, imageUrl: await pictureFor(read.thing.imageUrl) })
      const tell = (path: string) =>
        notes.add(
          `The file “${path.slice(0, 100).toWellFormed()}” of “${nameOf(read)}” was left out. It can’t be read.`,
        )
      await storeCardFiles(db, id, await importCardFiles(read.thing, from.file, tell))
      await bringDocuments(id, read.thing)
    }
    if (read.kind === 'realms') await furnish(id, read.thing)
    made[kind] += 1
  }

  async function furnish(realmId: string, { agents }: ExportedRealm): Promise<void> {
    for (const agent of agents)
      await inviteAgent(db, { realmId, agentId: agentId(agent.id), wallet, at: now })
    parts.feed.detailChanged(realmId)
  }

  for await (const read of from.things())
    if (read.kind === 'unreadable')
      notes.add(`“${read.path.slice(0, 100).toWellFormed()}” was left out. ${read.problem}`)
    else
      try {
        await keep(read)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        notes.add(`“${nameOf(read)}” was left out. ${error.message}`)
      }
  for (const agent of (await from.favourites()).toReversed())
    if (await keptAtHand(parts, wallet, agentId(agent.id))) made.favourites += 1
  const profile = await from.profile()
  if (profile) {
    const imageUrl = profile.imageUrl && (await pictureFor(profile.imageUrl))
    // A profile without a picture has null instead of the default image.
    const shown = imageUrl === DEFAULT_IMAGE_URL ? null : imageUrl
    await importProfile(parts, wallet, { ...profile, imageUrl: shown }, notes.add)
  }
  return { made, notes: notes.list() }
}

/** Adds an agent to the favourites; false if the wallet may not see it or has too many. */
async function keptAtHand({ favourites }: ImportParts, wallet: string, id: string): Promise<boolean> {
  try {
    return (await favourites.set(id, wallet, true)).favourite
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Imports the profile of an export if the wallet has none; its name only if it is free. */
async function importProfile(
  { people }: ImportParts,
  wallet: string,
  profile: ExportedProfile,
  tell: (sentence: string) => void,
): Promise<void> {
  const { name, pictureUrl, about } = await people.own(wallet)
  if (name !== null || pictureUrl !== null || about !== '') {
    if (name !== profile.name || about !== profile.about) tell('Your profile here stays as it is.')
    return
  }
  try {
    await people.change(wallet, profile)
  } catch (error) {
    if (!(error instanceof Failure && error.errors?.name)) throw error
    tell(`The name “${profile.name}” was left out. ${error.message}`)
    await people.change(wallet, { ...profile, name: null })
  }
}

/** Derives a UUID from texts (RFC 9562, version 8). */
function idFrom(texts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function withPictures(
  agent: ExportedAgent,
  pictureFor: (imageUrl: string) => Promise<string>,
): Promise<ExportedAgent> {
  const versions: ExportedAgent['versions'] = []
  for (const version of agent.versions)
    versions.push({ ...version, imageUrl: await pictureFor(version.imageUrl) })
  return { ...agent, versions, imageUrl: await pictureFor(agent.imageUrl) }
}
