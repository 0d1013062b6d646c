import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { ExportedAgent } from '../../../shared/own-data/exported-agent.ts'
import type { ExportedConversation } from '../../../shared/own-data/exported-conversation.ts'
import { Failure } from '../failure.ts'
import type { Sources } from '../knowledge/sources.ts'
import type { ImportedIds } from './imported-ids.ts'
import { importedFile, type OpenedExport } from './read-export.ts'

type KeptMessage = ExportedConversation['messages'][number]

interface ImportedDocumentsOptions {
  sources: Pick<Sources, 'add' | 'setOpen'>
  from: OpenedExport
  wallet: string
  now: Date
  ids: ImportedIds
  tell: (sentence: string) => void
  why: (error: unknown) => string
}

/** Brings the documents of agents, and leads citations to them. */
export class ImportedDocuments {
  readonly #options: ImportedDocumentsOptions
  /** By old ids, with the versions that their files had there. */
  readonly #brought = new Map<string, { id: string; version: number }>()
  readonly #usedFiles = new Set<string>()

  constructor(options: ImportedDocumentsOptions) {
    this.#options = options
  }

  /** @returns how many of the agent's documents are there now */
  async bring(id: string, { name, documents, sourcesOpen }: ExportedAgent): Promise<number> {
    if (documents.length === 0) return 0
    const { sources, wallet, tell, why } = this.#options
    await sources.setOpen(id, wallet, sourcesOpen)
    let made = 0
    for (const document of documents)
      try {
        await this.#add(id, document)
        made += 1
      } catch (error) {
        tell(`The document “${document.name}” of “${name}” was left out. ${why(error)}`)
      }
    return made
  }

  async #add(agentId: string, document: ExportedAgent['documents'][number]): Promise<void> {
    const { sources, from, wallet, now, ids } = this.#options
    const { file, type, version } = importedFile(document)
    const sourceId = ids.fresh('documents', document.id)
    // A file that many documents name would be unpacked and stored again for each.
    const found = this.#usedFiles.has(file) ? null : from.file(file)
    this.#usedFiles.add(file)
    if (!found) throw new Failure('source_invalid', 'Its file is not in the zip.')
    const { content, bytes: announced } = found
    const uploadedAt = new Date(Math.min(now.getTime(), Date.parse(document.createdAt)))
    const upload = { name: document.name, type, content, announced, uploadedAt }
    await sources.add({ agentId, sourceId }, wallet, upload)
    this.#brought.set(document.id.toLowerCase(), { id: sourceId, version })
  }

  /** A citation leads to the document made from the same file, which is version 1 here. */
  cited(source: CitedSource): CitedSource {
    const fresh = this.#brought.get(source.sourceId.toLowerCase())
    return fresh?.version === source.version ? { ...source, sourceId: fresh.id, version: 1 } : source
  }

  /** A message whose citations and story lead to what is here. */
  citing(message: KeptMessage): KeptMessage {
    if (message.role === 'user' || !message.parts) return message
    const { ids } = this.#options
    const parts = message.parts.map((part) => {
      if (part.kind === 'sources')
        return { ...part, sources: part.sources.map((source) => this.cited(source)) }
      return part.kind === 'context'
        ? { ...part, story: part.story && ids.fresh('stories', part.story) }
        : part
    })
    return { ...message, parts }
  }
}
