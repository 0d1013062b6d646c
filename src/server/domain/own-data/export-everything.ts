import { randomUUID } from 'node:crypto'
import { fieldNames, pickFields } from '../../../shared/agents/agent-fields.ts'
import type { SharedCopy } from '../../../shared/chat/shared-copies.ts'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportCounts,
  type ExportedBrief,
  MANIFEST_PATH,
  type Manifest,
} from '../../../shared/own-data/export-format.ts'
import type { ExportedCopy } from '../../../shared/own-data/exported-conversation.ts'
import { runMarkdown, runTitle } from '../../../shared/swarm/swarm-markdown.ts'
import { AI_SOURCE } from '../../../shared/trust/disclosure.ts'
import { listPastVersions, listReplacedPersonas } from '../../db/agents/agent-versions.ts'
import { findPersona } from '../../db/agents/personas.ts'
import { listModelKeys } from '../../db/models/model-keys.ts'
import { findOwnRealm, listDays, listOwnIds, listOwnWords } from '../../db/own-data/read-own.ts'
import type { Agents } from '../agents/agents.ts'
import type { CardFiles } from '../agents/card-files.ts'
import type { Favourites } from '../agents/favourites.ts'
import type { Images } from '../agents/images.ts'
import { type OriginParts, readOrigin } from '../cards/card-origin.ts'
import type { Conversations } from '../conversations/conversations.ts'
import { exportConversation } from '../conversations/export-conversation.ts'
import type { SharedCopies } from '../conversations/shared-copies.ts'
import type { Sources } from '../knowledge/sources.ts'
import { namedServers } from '../mcp/named-servers.ts'
import { namedKeys } from '../models/present-key.ts'
import type { People } from '../people/people.ts'
import type { Briefs } from '../social/briefs.ts'
import type { Swarm } from '../swarm/swarm.ts'
import type { ZipEntry } from '../zip/write-zip.ts'
import { type AgentAlone, withDocuments } from './export-documents.ts'
import { exportInbox } from './export-inbox.ts'
import { conversationDocument, document, runDocument, wordsDocument } from './export-json.ts'
import { agentMarkdown, briefMarkdown, copyMarkdown, daysMarkdown, realmHead } from './export-markdown.ts'
import { README } from './export-readme.ts'
import { things, wordsMarkdown, written } from './export-things.ts'
import { exportMemory, memoryMarkdown } from './exported-memory.ts'
import { exportCardFiles, exportPersona, exportReplaced } from './exported-persona.ts'
import { exportTrust } from './exported-trust.ts'

/** The same services that show the data to its owner. */
export interface ExportParts extends OriginParts {
  clock: () => Date
  agents: Pick<Agents, 'openOwned'>
  sources: Pick<Sources, 'list' | 'openFile' | 'openEarlier'>
  conversations: Pick<Conversations, 'openWhole'>
  sharedCopies: Pick<SharedCopies, 'list' | 'open'>
  swarm: Pick<Swarm, 'of'>
  briefs: Pick<Briefs, 'open'>
  people: Pick<People, 'own'>
  favourites: Pick<Favourites, 'list'>
  images: Pick<Images, 'find'>
  cardFiles: Pick<CardFiles, 'list' | 'read'>
}

const WORDS_AT_ONCE = 500

/** Each item in its state when it is reached; what is deleted meanwhile is left out. */
export function exportEverything(parts: ExportParts, wallet: string): AsyncGenerator<ZipEntry> {
  return new Export(parts, wallet).files()
}

class Export {
  readonly #parts: ExportParts
  readonly #wallet: string
  readonly #pictures = new Set<string>()
  readonly #named: { id: string; name: string }[] = []

  constructor(parts: ExportParts, wallet: string) {
    this.#parts = parts
    this.#wallet = wallet
  }

  async *files(): AsyncGenerator<ZipEntry> {
    const { db, clock, sharedCopies } = this.#parts
    const ids = await listOwnIds(db, this.#wallet)
    const copies = await sharedCopies.list(this.#wallet)
    const counts = Object.fromEntries(
      Object.entries({ ...ids, shared: copies }).map(([kind, of]) => [kind, of.length]),
    ) as ExportCounts
    const manifest: Manifest = {
      format: EXPORT_FORMAT,
      digitalSourceType: AI_SOURCE,
      version: EXPORT_VERSION,
      id: randomUUID(),
      wallet: this.#wallet,
      exportedAt: clock().toISOString(),
      counts,
    }
    yield document(MANIFEST_PATH, manifest)
    yield { path: 'README.md', content: README }
    yield* this.#person()
    yield* this.#agents(ids.agents)
    yield* this.#picturesShown()
    yield* this.#realms('realms', ids.realms)
    yield* this.#realms('elsewhere', ids.elsewhere)
    yield* this.#conversations(ids.conversations)
    yield* this.#memories(ids.memories)
    yield* this.#copies(copies)
    yield* this.#runs(ids.runs)
    yield* this.#briefs(ids.briefs)
    yield* this.#analytics(ids.agents)
  }

  async *#person(): AsyncGenerator<ZipEntry> {
    const { name, pictureUrl, about } = await this.#parts.people.own(this.#wallet)
    this.#show(pictureUrl)
    yield document('profile.json', { name, imageUrl: pictureUrl, about })
    const { agents } = await this.#parts.favourites.list(this.#wallet)
    yield document('favourites.json', { agents: agents.map(({ id, name }) => ({ id, name })) })
    const keys = await listModelKeys(this.#parts.db, this.#wallet)
    yield document('model-keys.json', { keys: namedKeys(keys) })
    yield document('mcp-servers.json', { servers: await namedServers(this.#parts.db, this.#wallet) })
    yield* exportTrust(this.#parts.db, this.#wallet)
    yield document('inbox.json', await exportInbox(this.#parts.db, this.#wallet))
  }

  async *#agents(ids: readonly string[]): AsyncGenerator<ZipEntry> {
    for await (const [path, read] of things(
      'agents',
      ids,
      (id) => this.#readAgent(id),
      ({ name }) => name,
    )) {
      const cardFiles = await exportCardFiles(
        this.#parts.cardFiles,
        read.id,
        path.replace(/^agents/, 'card-files'),
      )
      const { agent, files } = await withDocuments(
        this.#parts,
        { ...read, cardFiles: cardFiles.listed },
        this.#wallet,
        path.replace(/^agents/, 'documents'),
      )
      for (const { imageUrl } of [agent, ...agent.versions]) this.#show(imageUrl)
      this.#named.push(agent)
      yield* written(path, agent, agentMarkdown(agent))
      yield* files
      yield* cardFiles.entries()
    }
  }

  async *#picturesShown(): AsyncGenerator<ZipEntry> {
    for (const hash of this.#pictures) {
      const bytes = await this.#parts.images.find(hash)
      if (bytes) yield { path: `pictures/${hash}.webp`, content: bytes, packed: true }
    }
  }

  async *#realms(kind: 'realms' | 'elsewhere', ids: readonly string[]): AsyncGenerator<ZipEntry> {
    const find = (id: string) => findOwnRealm(this.#parts.db, id)
    for await (const [path, realm] of things(kind, ids, find, ({ name }) => name)) {
      const head = kind === 'realms' ? realm : { id: realm.id, name: realm.name }
      yield { path: `${path}.json`, content: wordsDocument(head, () => this.#words(realm.id)) }
      yield { path: `${path}.md`, content: wordsMarkdown(realmHead(realm), () => this.#words(realm.id)) }
    }
  }

  async *#conversations(ids: readonly string[]): AsyncGenerator<ZipEntry> {
    const open = (id: string) => this.#parts.conversations.openWhole({ id, owner: this.#wallet })
    for await (const [path, conversation] of things('conversations', ids, open, ({ title }) => title))
      yield* written(
        path,
        conversationDocument(conversation),
        exportConversation(conversation, 'markdown').body,
      )
  }

  async *#memories(agentIds: readonly string[]): AsyncGenerator<ZipEntry> {
    const open = (agentId: string) => exportMemory(this.#parts.db, { wallet: this.#wallet, agentId })
    for await (const [path, memory] of things('memory', agentIds, open, ({ agentName }) => agentName))
      yield* written(path, memory, memoryMarkdown(memory))
  }

  async *#copies(copies: readonly SharedCopy[]): AsyncGenerator<ZipEntry> {
    // The address of a copy is a secret, so its id is left out.
    const open = async ({ id, ...copy }: SharedCopy): Promise<ExportedCopy> => {
      const { messages } = await this.#parts.sharedCopies.open(id)
      return { ...copy, messages }
    }
    for await (const [path, copy] of things('shared', copies, open, ({ title }) => title))
      yield* written(path, copy, copyMarkdown(copy))
  }

  async *#runs(ids: readonly string[]): AsyncGenerator<ZipEntry> {
    const open = (id: string) => this.#parts.swarm.of(id).open(id, this.#wallet)
    for await (const [path, run] of things('runs', ids, open, runTitle))
      yield* written(path, runDocument(run), runMarkdown(run))
  }

  async *#briefs(ids: readonly string[]): AsyncGenerator<ZipEntry> {
    const open = async (id: string): Promise<ExportedBrief> => {
      const opened = await this.#parts.briefs.open({ id, owner: this.#wallet })
      const { revision: _, agentAnswers: __, agentImageUrl: ___, ...brief } = opened
      return brief
    }
    for await (const [path, brief] of things('social', ids, open, ({ topic }) => topic))
      yield* written(path, brief, briefMarkdown(brief))
  }

  async *#analytics(agentIds: readonly string[]): AsyncGenerator<ZipEntry> {
    const days = Map.groupBy(await listDays(this.#parts.db, agentIds), ({ agentId }) => agentId)
    const agents = this.#named.map(({ id, name }) => ({
      id,
      name,
      days: (days.get(id) ?? []).map(({ agentId: _, ...day }) => day),
    }))
    yield* written('analytics', { agents }, daysMarkdown(agents))
  }

  #show(imageUrl: string | null): void {
    const hash = imageUrl && /^\/images\/([0-9a-f]{64})\.webp$/.exec(imageUrl)?.[1]
    if (hash) this.#pictures.add(hash)
  }

  async #readAgent(id: string): Promise<Omit<AgentAlone, 'cardFiles'>> {
    const { db, agents } = this.#parts
    const agent = await agents.openOwned(id, this.#wallet)
    const { isPublic, visibilityEnabled, allowsCopies, createdAt, version } = agent
    const past = await listPastVersions(db, id, version)
    const replaced = await listReplacedPersonas(db, id)
    const versions = past.map(({ number, replacedAt, ...fields }) => {
      const persona = replaced.get(number)
      return {
        ...pickFields(fields, fieldNames),
        number,
        replacedAt: replacedAt.toISOString(),
        ...(persona && { replacedPersona: exportReplaced(persona) }),
      }
    })
    const persona = exportPersona(await findPersona(db, id))
    const content = pickFields(agent, fieldNames)
    const shown = { isPublic, visibilityEnabled, allowsCopies, ...(await readOrigin(this.#parts, id)) }
    return { id, ...content, ...shown, createdAt, version, versions, persona }
  }

  async *#words(realmId: string) {
    let after = 0
    for (;;) {
      const from = { realmId, wallet: this.#wallet, after, limit: WORDS_AT_ONCE }
      const page = await listOwnWords(this.#parts.db, from)
      yield* page
      after = page.at(-1)?.number ?? after
      if (page.length < WORDS_AT_ONCE) return
    }
  }
}
