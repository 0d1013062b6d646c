import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { ExportedAgent } from '../../../shared/own-data/exported-agent.ts'
import type { ExportedRealm } from '../../../shared/own-data/exported-realm.ts'
import type { ImportCounts, ImportResult } from '../../../shared/own-data/own-data.ts'
import { cutText } from '../../../shared/text/plain-text.ts'
import { storeCardFiles } from '../../db/agents/card-files.ts'
import type { Db } from '../../db/connect/connect.ts'
import { recordImport } from '../../db/own-data/imports.ts'
import { isStored, type StoredImport } from '../../db/own-data/store-imported.ts'
import { inviteAgent } from '../../db/realms/realm-agents.ts'
import type { Agents } from '../agents/agents.ts'
import type { CardFiles } from '../agents/card-files.ts'
import type { Favourites } from '../agents/favourites.ts'
import type { Images } from '../agents/images.ts'
import { Failure } from '../failure.ts'
import type { Sources } from '../knowledge/sources.ts'
import type { ModelChoices } from '../models/model-choices.ts'
import type { Blocks } from '../people/blocks.ts'
import type { People } from '../people/people.ts'
import type { NewWallets } from '../quotas/new-wallets.ts'
import type { Quotas } from '../quotas/quotas.ts'
import type { RealmFeed } from '../realms/realm-feed.ts'
import type { ServerChoices } from '../tools/server-choices.ts'
import type { LookAlikes } from '../trust/look-alikes.ts'
import { importBlocks } from './exported-blocks.ts'
import { importCardFiles } from './exported-persona.ts'
import { importProfile, keptAtHand } from './import-profile.ts'
import { ImportedDocuments } from './imported-documents.ts'
import { ImportedIds } from './imported-ids.ts'
import { ImportedPictures } from './imported-pictures.ts'
import { ImportedThings } from './imported-things.ts'
import { type ImportOf, Notes, reasonFor } from './notes.ts'
import { nameOf, type OpenedExport, sizeOf, type Thing } from './read-export.ts'

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
  lookAlikes: Pick<LookAlikes, 'lookAtAgent'>
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
  of: ImportOf,
): Promise<ImportResult> {
  return new Import(parts, from, of).run()
}

class Import {
  readonly #parts: ImportParts
  readonly #from: OpenedExport
  readonly #wallet: string
  readonly #id: string
  readonly #of: ImportOf
  readonly #now: Date
  readonly #notes = new Notes()
  readonly #made = { ...noCounts }
  readonly #ids: ImportedIds
  readonly #pictures: ImportedPictures
  readonly #documents: ImportedDocuments
  readonly #things: ImportedThings

  constructor(parts: ImportParts, from: OpenedExport, of: ImportOf) {
    const { wallet, id } = of
    this.#of = of
    this.#parts = parts
    this.#from = from
    this.#wallet = wallet
    this.#id = id
    this.#now = parts.clock()
    this.#ids = new ImportedIds({ id, wallet })
    const common = { from, wallet, now: this.#now, ids: this.#ids, tell: this.#tell, why: this.#why }
    this.#pictures = new ImportedPictures({ ...common, images: parts.images })
    this.#documents = new ImportedDocuments({ ...common, sources: parts.sources })
    const { db, agents, models, servers } = parts
    this.#things = new ImportedThings({
      ...{ ...common, db, agents, models, servers },
      ...{ pictures: this.#pictures, documents: this.#documents },
    })
  }

  readonly #tell = (sentence: string) => this.#notes.add(sentence)
  readonly #why = (error: unknown) => reasonFor(error, this.#of)

  async run(): Promise<ImportResult> {
    const exportId = this.#from.manifest.id
    await recordImport(this.#parts.db, {
      ...{ wallet: this.#wallet, id: this.#id, exportId, importedAt: this.#now },
    })
    for await (const read of this.#from.things())
      if (read.kind === 'unreadable') this.#tell(`“${cutText(read.path, 100)}” was left out. ${read.problem}`)
      else await this.#orLeftOut(nameOf(read), () => this.#keep(read))
    await this.#orLeftOut('favourites.json', () => this.#bringFavourites())
    await this.#orLeftOut('blocks.json', async () =>
      importBlocks(this.#parts.blocks, this.#wallet, await this.#from.blocks()),
    )
    await this.#orLeftOut('profile.json', () => this.#bringProfile())
    return { made: this.#made, notes: this.#notes.list() }
  }

  /** One thing that fails, however it does, leaves out no other. */
  async #orLeftOut(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#tell(`“${name}” was left out. ${this.#why(error)}`)
    }
  }

  async #bringFavourites(): Promise<void> {
    for (const agent of (await this.#from.favourites()).toReversed())
      if (await keptAtHand(this.#parts.favourites, this.#wallet, this.#ids.agent(agent.id)))
        this.#made.favourites += 1
  }

  async #bringProfile(): Promise<void> {
    const profile = await this.#from.profile()
    if (!profile) return
    const imageUrl = profile.imageUrl && (await this.#pictures.serve(profile.imageUrl))
    // A profile without a picture has null instead of the default image.
    const shown = imageUrl === DEFAULT_IMAGE_URL ? null : imageUrl
    await importProfile(this.#parts.people, this.#wallet, { ...profile, imageUrl: shown }, this.#tell)
  }

  async #keep(read: Thing): Promise<void> {
    const { kind, thing } = read
    const id = this.#ids.fresh(kind, thing.id)
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
      this.#ids.agentCreated(thing.id)
      await this.#bringFiles(id, read.thing)
      // However old it is elsewhere, it is new here.
      await this.#parts.lookAlikes.lookAtAgent(id)
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
    if (read.kind === 'realms')
      return newWallets.hold(this.#wallet, 'realms', () => this.#things.store(read), once)
    if (read.kind !== 'agents' || !read.thing.isPublic) return this.#things.store(read)
    try {
      return await newWallets.hold(this.#wallet, 'agents', () => this.#things.store(read), once)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'too_new')) throw error
      this.#tell(`“${nameOf(read)}” is a draft here. ${error.message}`)
      return this.#things.store({ ...read, thing: { ...read.thing, isPublic: false } })
    }
  }

  async #bringFiles(id: string, agent: ExportedAgent): Promise<void> {
    const tell = (path: string) =>
      this.#tell(`The file “${cutText(path, 100)}” of “${agent.name}” was left out. It can’t be read.`)
    const files = await importCardFiles(agent, (path) => this.#from.file(path), tell)
    await storeCardFiles(this.#parts.db, id, await this.#parts.cardFiles.hold(files))
    this.#made.documents += await this.#documents.bring(id, agent)
  }

  async #furnish(realmId: string, { agents }: ExportedRealm): Promise<void> {
    for (const agent of agents)
      await inviteAgent(this.#parts.db, {
        realmId,
        agentId: this.#ids.agent(agent.id),
        wallet: this.#wallet,
        at: this.#now,
      })
    this.#parts.feed.detailChanged(realmId)
  }
}
