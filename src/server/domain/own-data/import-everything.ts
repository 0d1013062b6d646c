import { createHash } from 'node:crypto'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type {
  ExportedAgent,
  ExportedConversation,
  ExportedRealm,
  ExportedRun,
  ImportedKind,
} from '../../../shared/own-data/export-format.ts'
import type { ImportCounts, ImportResult } from '../../../shared/own-data/own-data.ts'
import { storeCardFiles } from '../../db/agents/card-files.ts'
import { pictureUrlOf } from '../../db/agents/picture-url.ts'
import type { Db } from '../../db/connect/connect.ts'
import { recordImport } from '../../db/own-data/imports.ts'
import {
  isStored,
  type StoredImport,
  storeAgent,
  storeConversation,
  storeImportedBrief,
  storeRealm,
  storeRun,
} from '../../db/own-data/store-imported.ts'
import { inviteAgent } from '../../db/realms/realm-agents.ts'
import type { Agents } from '../agents/agents.ts'
import type { CardFiles } from '../agents/card-files.ts'
import type { Favourites } from '../agents/favourites.ts'
import type { Images } from '../agents/images.ts'
import { verifiedElsewhere } from '../cards/card-origin.ts'
import { Failure } from '../failure.ts'
import type { Sources } from '../knowledge/sources.ts'
import type { ModelChoices } from '../models/model-choices.ts'
import type { Blocks } from '../people/blocks.ts'
import type { People } from '../people/people.ts'
import type { NewWallets } from '../quotas/new-wallets.ts'
import type { Quotas } from '../quotas/quotas.ts'
import type { RealmFeed } from '../realms/realm-feed.ts'
import type { ServerChoices } from '../tools/server-choices.ts'
import { importBlocks } from './exported-blocks.ts'
import { importMemory } from './exported-memory.ts'
import { importCardFiles, importPersona, importReplaced } from './exported-persona.ts'
import { importProfile, keptAtHand } from './import-profile.ts'
import { ImportedPictures } from './imported-pictures.ts'
import { createNotes } from './notes.ts'
import { importedFile, nameOf, type OpenedExport, sizeOf, type Thing } from './read-export.ts'

type KeptMessage = ExportedConversation['messages'][number]

export interface ImportParts {
  db: Db
  clock: () => Date
  quotas: Quotas
  images: Pick<Images, 'upload' | 'keep'>
  people: Pick<People, 'own' | 'change'>
  agents: Pick<Agents, 'find'>
  cardFiles: Pick<CardFiles, 'hold'>
  models: Pick<ModelChoices, 'adopt'>
  servers: Pick<ServerChoices, 'adopt'>
  sources: Pick<Sources, 'add' | 'setOpen'>
  favourites: Pick<Favourites, 'set'>
  blocks: Pick<Blocks, 'block' | 'isBlocked'>
  newWallets: Pick<NewWallets, 'hold'>
  feed: Pick<RealmFeed, 'detailChanged'>
}

export const noCounts: ImportCounts = {
  agents: 0,
  documents: 0,
  realms: 0,
  conversations: 0,
  memories: 0,
  runs: 0,
  briefs: 0,
  favourites: 0,
}

/** Derives new ids from the import's, so that a retry creates nothing twice. What can't be created is noted. */
export function importEverything(
  parts: ImportParts,
  from: OpenedExport,
  of: { wallet: string; id: string },
): Promise<ImportResult> {
  return new Import(parts, from, of).run()
}

class Import {
  readonly #parts: ImportParts
  readonly #from: OpenedExport
  readonly #wallet: string
  readonly #id: string
  readonly #now: Date
  readonly #notes = createNotes()
  readonly #made = { ...noCounts }
  readonly #freshAgents = new Map<string, { id: string; imageUrl: string }>()
  /** By old ids, with the versions that their files had there. */
  readonly #freshDocuments = new Map<string, { id: string; version: number }>()
  readonly #usedFiles = new Set<string>()
  readonly #pictures: ImportedPictures

  constructor(parts: ImportParts, from: OpenedExport, { wallet, id }: { wallet: string; id: string }) {
    this.#parts = parts
    this.#from = from
    this.#wallet = wallet
    this.#id = id
    this.#now = parts.clock()
    const tell = (sentence: string) => this.#notes.add(sentence)
    this.#pictures = new ImportedPictures({ images: parts.images, from, wallet, tell })
  }

  async run(): Promise<ImportResult> {
    const exportId = this.#from.manifest.id
    await recordImport(this.#parts.db, {
      ...{ wallet: this.#wallet, id: this.#id, exportId, importedAt: this.#now },
    })
    for await (const read of this.#from.things())
      if (read.kind === 'unreadable')
        this.#notes.add(`“${read.path.slice(0, 100).toWellFormed()}” was left out. ${read.problem}`)
      else
        try {
          await this.#keep(read)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          this.#notes.add(`“${nameOf(read)}” was left out. ${error.message}`)
        }
    for (const agent of (await this.#from.favourites()).toReversed())
      if (await keptAtHand(this.#parts.favourites, this.#wallet, this.#agentId(agent.id)))
        this.#made.favourites += 1
    await importBlocks(this.#parts.blocks, this.#wallet, await this.#from.blocks())
    await this.#bringProfile()
    return { made: this.#made, notes: this.#notes.list() }
  }

  async #bringProfile(): Promise<void> {
    const profile = await this.#from.profile()
    if (!profile) return
    const imageUrl = profile.imageUrl && (await this.#pictures.serve(profile.imageUrl))
    // A profile without a picture has null instead of the default image.
    const shown = imageUrl === DEFAULT_IMAGE_URL ? null : imageUrl
    const tell = (sentence: string) => this.#notes.add(sentence)
    await importProfile(this.#parts.people, this.#wallet, { ...profile, imageUrl: shown }, tell)
  }

  #freshId(kind: ImportedKind | 'documents' | 'stories', id: string): string {
    return idFrom([this.#id, this.#wallet, kind, id.toLowerCase()])
  }

  #storyId(old: string): string {
    return this.#freshId('stories', old)
  }

  #agentId(old: string): string {
    return this.#freshAgents.get(old.toLowerCase())?.id ?? old
  }

  async #keep(read: Thing): Promise<void> {
    const { kind, thing } = read
    const id = this.#freshId(kind, thing.id)
    const once = {
      kept: (outcome: StoredImport | 'full') => outcome === 'made',
      before: async () =>
        kind !== 'memories' && (await isStored(this.#parts.db, kind, id)) ? ('there' as const) : null,
    }
    const counted =
      kind === 'agents' || kind === 'realms' || kind === 'conversations' ? this.#parts.quotas[kind] : null
    const store = () => this.#withinFirstDay(read, once)
    const work = () => (counted ? counted.hold(this.#wallet, 1, store, once) : store())
    const outcome = await this.#parts.quotas.words.hold(this.#wallet, sizeOf(read), work, once)
    if (outcome === 'full')
      throw new Failure(
        'briefs_full',
        `One wallet keeps ${limits.socialBriefs} briefs. Delete one to keep another.`,
      )
    if (read.kind === 'agents') {
      this.#freshAgents.set(thing.id.toLowerCase(), {
        id,
        imageUrl: await this.#pictures.serve(read.thing.imageUrl),
      })
      const tell = (path: string) =>
        this.#notes.add(
          `The file “${path.slice(0, 100).toWellFormed()}” of “${nameOf(read)}” was left out. It can’t be read.`,
        )
      const files = await importCardFiles(read.thing, (path) => this.#from.file(path), tell)
      await storeCardFiles(this.#parts.db, id, await this.#parts.cardFiles.hold(files))
      await this.#bringDocuments(id, read.thing)
    }
    if (read.kind === 'realms') await this.#furnish(id, read.thing)
    this.#made[kind] += 1
  }

  /** An agent that a new wallet can't publish yet becomes a draft. */
  async #withinFirstDay(
    read: Thing,
    once: { kept: (outcome: StoredImport | 'full') => boolean },
  ): Promise<StoredImport | 'full'> {
    const { newWallets } = this.#parts
    if (read.kind === 'realms') return newWallets.hold(this.#wallet, 'realms', () => this.#store(read), once)
    if (read.kind !== 'agents' || !read.thing.isPublic) return this.#store(read)
    try {
      return await newWallets.hold(this.#wallet, 'agents', () => this.#store(read), once)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'too_new')) throw error
      this.#notes.add(`“${nameOf(read)}” is a draft here. ${error.message}`)
      return this.#store({ ...read, thing: { ...read.thing, isPublic: false } })
    }
  }

  async #store(read: Thing): Promise<StoredImport | 'full'> {
    const target = { id: this.#freshId(read.kind, read.thing.id), owner: this.#wallet, now: this.#now }
    switch (read.kind) {
      case 'agents':
        return storeAgent(
          this.#parts.db,
          target,
          {
            ...(await this.#withTools(await withPictures(read.thing, this.#pictures))),
            model: await this.#parts.models.adopt(this.#wallet, read.thing.model),
          },
          importPersona(read.thing.persona, (what) =>
            this.#notes.add(`The ${what} of “${read.thing.name}” was left out. It can’t be read.`),
          ),
          importReplaced(read.thing),
          await verifiedElsewhere(read.thing),
        )
      case 'realms':
        return storeRealm(this.#parts.db, target, read.thing)
      case 'conversations':
        return storeConversation(this.#parts.db, target, {
          ...read.thing,
          agentId: this.#agentId(read.thing.agentId),
          messages: read.thing.messages.map((message) => this.#citing(message)),
          ...(read.thing.stories && {
            stories: read.thing.stories.map((story) => ({ ...story, id: this.#storyId(story.id) })),
          }),
        })
      case 'memories':
        return importMemory(
          this.#parts.db,
          { wallet: this.#wallet, agentId: this.#agentId(read.thing.id) },
          {
            ...{ memory: read.thing, now: this.#now },
            conversationId: (old) => this.#freshId('conversations', old),
            tell: (sentence) => this.#notes.add(`“${nameOf(read)}”: ${sentence}`),
          },
        )
      case 'runs':
        return storeRun(this.#parts.db, target, {
          ...read.thing,
          seats: await Promise.all(read.thing.seats.map((seat) => this.#seatFor(seat))),
          turns: read.thing.turns.map(({ sources, ...turn }) => ({
            ...turn,
            ...(sources && { sources: sources.map((source) => this.#cited(source)) }),
          })),
        })
      case 'briefs':
        return storeImportedBrief(
          this.#parts.db,
          target,
          { ...read.thing, agentId: this.#agentId(read.thing.agentId) },
          limits.socialBriefs,
        )
      default:
        return read satisfies never
    }
  }

  /** Also of earlier versions, since going back to one checks nothing. */
  async #withTools(agent: ExportedAgent): Promise<ExportedAgent> {
    const adopt = (of: ExportedAgent['tools']) => this.#parts.servers.adopt(this.#wallet, of)
    const versions = agent.versions.map(async (version) => ({
      ...version,
      tools: await adopt(version.tools),
    }))
    return { ...agent, tools: await adopt(agent.tools), versions: await Promise.all(versions) }
  }

  async #seatFor(seat: ExportedRun['seats'][number]) {
    const own = this.#freshAgents.get(seat.agentId.toLowerCase())
    if (own) return { ...seat, agentId: own.id, agentImageUrl: pictureUrlOf(own.imageUrl) }
    const met = await this.#parts.agents.find(seat.agentId, this.#wallet)
    return { ...seat, agentImageUrl: met?.pictureUrl ?? DEFAULT_IMAGE_URL }
  }

  async #furnish(realmId: string, { agents }: ExportedRealm): Promise<void> {
    for (const agent of agents)
      await inviteAgent(this.#parts.db, {
        realmId,
        agentId: this.#agentId(agent.id),
        wallet: this.#wallet,
        at: this.#now,
      })
    this.#parts.feed.detailChanged(realmId)
  }

  async #bringDocuments(id: string, { name, documents, sourcesOpen }: ExportedAgent): Promise<void> {
    if (documents.length === 0) return
    await this.#parts.sources.setOpen(id, this.#wallet, sourcesOpen)
    for (const document of documents) {
      const { file, type, version } = importedFile(document)
      const sourceId = this.#freshId('documents', document.id)
      try {
        // A file that many documents name would be unpacked and stored again for each.
        const found = this.#usedFiles.has(file) ? null : this.#from.file(file)
        this.#usedFiles.add(file)
        if (!found) throw new Failure('source_invalid', 'Its file is not in the zip.')
        const { content, bytes: announced } = found
        const uploadedAt = new Date(Math.min(this.#now.getTime(), Date.parse(document.createdAt)))
        const upload = { name: document.name, type, content, announced, uploadedAt }
        await this.#parts.sources.add({ agentId: id, sourceId }, this.#wallet, upload)
        this.#freshDocuments.set(document.id.toLowerCase(), { id: sourceId, version })
        this.#made.documents += 1
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        this.#notes.add(`The document “${document.name}” of “${name}” was left out. ${error.message}`)
      }
    }
  }

  /** A citation leads to the document made from the same file, which is version 1 here. */
  #cited(source: CitedSource): CitedSource {
    const fresh = this.#freshDocuments.get(source.sourceId.toLowerCase())
    return fresh?.version === source.version ? { ...source, sourceId: fresh.id, version: 1 } : source
  }

  #citing(message: KeptMessage): KeptMessage {
    if (message.role === 'user' || !message.parts) return message
    const parts = message.parts.map((part) => {
      if (part.kind === 'sources')
        return { ...part, sources: part.sources.map((source) => this.#cited(source)) }
      return part.kind === 'context' ? { ...part, story: part.story && this.#storyId(part.story) } : part
    })
    return { ...message, parts }
  }
}

/** RFC 9562, version 8. */
function idFrom(texts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function withPictures(agent: ExportedAgent, pictures: ImportedPictures): Promise<ExportedAgent> {
  const versions: ExportedAgent['versions'] = []
  for (const version of agent.versions)
    versions.push({ ...version, imageUrl: await pictures.serve(version.imageUrl) })
  return { ...agent, versions, imageUrl: await pictures.serve(agent.imageUrl) }
}
