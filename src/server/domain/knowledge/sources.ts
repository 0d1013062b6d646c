import type { DocumentText } from '../../../shared/knowledge/document-text.ts'
import type {
  Source,
  SourceChanges,
  SourceList,
  SourcesOpen,
  SourceType,
} from '../../../shared/knowledge/sources.ts'
import type { Db } from '../../db/connect/connect.ts'
import { measureSources } from '../../db/knowledge/measure-sources.ts'
import { findSourceAccess } from '../../db/knowledge/source-access.ts'
import { findEarlierFile, findSourceFile, removeUnusedFiles } from '../../db/knowledge/source-files.ts'
import {
  deletableSources,
  findSource,
  findSourcesOpen,
  listSources,
  removeDeletedTerms,
  type StoredType,
  setSourcesOpen,
} from '../../db/knowledge/sources.ts'
import { changeSource, insertSource, insertVersion, isNewestFile } from '../../db/knowledge/write-sources.ts'
import type { Agents } from '../agents/agents.ts'
import { Failure, noSuch } from '../failure.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import { UndoableDeletes } from '../undoable-deletes.ts'
import { readDocumentText } from './document-text.ts'
import { openContent } from './source-content.ts'
import type { Upload, Uploads } from './uploads.ts'

interface SourceLimits {
  files: number
  bytes: number
  fileBytes: number
}

interface SourcePlace {
  agentId: string
  sourceId: string
}

export interface SourceFile<Type = SourceType> {
  type: Type
  bytes: number
  content: AsyncIterable<Uint8Array>
}

/** Of an unused file, in milliseconds: longer than any upload takes. */
const KEEP_UNUSED_MS = 60 * 60_000

interface SourcesOptions {
  db: Db
  clock: () => Date
  agents: Pick<Agents, 'open' | 'openOwned'>
  limits: SourceLimits
  uploads: Uploads
  storedFiles: Pick<StoredFiles, 'open'>
  onRestored: () => void
}

/**
 * An agent's documents; `owner` is the session's wallet. All methods but `list` and `openFile` throw a {Failure}
 * `not_found` for a missing agent or source, and `forbidden` for another wallet's agent.
 */
export class Sources {
  readonly #options: SourcesOptions
  readonly #deletes: UndoableDeletes

  constructor(options: SourcesOptions) {
    const { db, clock } = options
    this.#options = options
    this.#deletes = new UndoableDeletes({
      ...{ db, clock, rows: deletableSources },
      what: 'the document is deleted',
    })
  }

  /** Visitors get those that can be opened, and nothing of a draft or a hidden agent. @throws {Failure} `not_found` */
  async list(agentId: string, wallet: string | null): Promise<SourceList> {
    const { db, agents, limits } = this.#options
    const agent = await agents.open(agentId, wallet)
    const [all, sourcesOpen] = await Promise.all([listSources(db, agentId), findSourcesOpen(db, agentId)])
    if (agent.owner === wallet) {
      const { files, bytes } = await measureSources(db, { agentId }, this.#deletes.earliest())
      const room = {
        files,
        filesMost: limits.files,
        bytes,
        bytesMost: limits.bytes,
        fileBytesMost: limits.fileBytes,
      }
      return { sources: all, sourcesOpen, room }
    }
    const canOpen = agent.isPublic && sourcesOpen === 'documents'
    const ready = canOpen ? all.filter(({ state }) => state.kind === 'ready') : []
    return {
      sources: ready.map((source, index) => ({ ...source, position: index + 1 })),
      sourcesOpen: canOpen ? sourcesOpen : 'passages',
      room: null,
    }
  }

  /**
   * Stores a repeated upload under the same id once.
   * @throws {Failure} `source_invalid`, `source_too_large`, `sources_full`, `quota_reached`, `conflict`, `rate_limited`
   */
  async add(
    at: SourcePlace,
    owner: string,
    { name, ...file }: Upload & { name: string },
  ): Promise<{ source: Source; created: boolean }> {
    const { db, agents, uploads, limits } = this.#options
    const { agentId, sourceId } = at
    await agents.openOwned(agentId, owner)
    const before = await findSource(db, sourceId)
    if (before && (before.agentId !== agentId || before.deletedAt))
      throw idTaken('There is already a document with this id.')
    // What is there already is only compared with, which needs no room.
    const more = before ? { files: 0, inPlaceOf: limits.fileBytes } : { files: 1, inPlaceOf: 0 }
    const { result, stored } = await uploads.receive(
      this.#placeOf({ ...at, owner, name, ...more }),
      file,
      (version, mayKeep) =>
        insertSource(db, { id: sourceId, name, collection: { agentId } }, version, mayKeep),
    )
    if (result === 'taken' && !(await isNewestFile(db, { id: sourceId, name, fileId: stored.fileId })))
      throw idTaken('There is already a document with this id, of another file or name. Nothing was changed.')
    return { source: await this.#find(at), created: result === 'stored' }
  }

  /** Passages of the replaced file are kept for the replies that cite them. @throws {Failure} as `add` */
  async replace(
    at: SourcePlace,
    owner: string,
    { name, replaces, ...file }: Upload & { name?: string | undefined; replaces: number },
  ): Promise<Source> {
    const { db, agents, uploads } = this.#options
    const { agentId, sourceId } = at
    await agents.openOwned(agentId, owner)
    const before = await this.#find(at)
    // The text of the file before stays.
    const inPlaceOf = before.bytes - (before.state.kind === 'ready' ? before.state.characters : 0)
    const { result, stored } = await uploads.receive(
      this.#placeOf({ ...at, owner, name: name ?? before.name, files: 0, inPlaceOf }),
      file,
      (version, mayKeep) => insertVersion(db, { id: sourceId, agentId, name, replaces }, version, mayKeep),
    )
    // An earlier request with the same file may have replaced it, its response lost.
    const newest = { id: sourceId, version: replaces + 1, fileId: stored.fileId }
    if (result === 'passed' && !(await isNewestFile(db, newest)))
      throw new Failure('conflict', 'This document was replaced or deleted in the meantime.')
    return this.#find(at)
  }

  async change(at: SourcePlace, owner: string, changes: SourceChanges): Promise<Source> {
    const { db, agents } = this.#options
    await agents.openOwned(at.agentId, owner)
    if (!(await changeSource(db, { id: at.sourceId, agentId: at.agentId }, changes))) noSuch('document')
    return this.#find(at)
  }

  async remove({ agentId, sourceId }: SourcePlace, owner: string): Promise<void> {
    await this.#options.agents.openOwned(agentId, owner)
    if (!(await this.#deletes.mark({ id: sourceId, owner: agentId }))) noSuch('document')
  }

  /** Undoes `remove`; a source that is not deleted stays unchanged. @throws {Failure} `undo_expired` */
  async restore(at: SourcePlace, owner: string): Promise<Source> {
    await this.#options.agents.openOwned(at.agentId, owner)
    await this.#deletes.restore({ id: at.sourceId, owner: at.agentId })
    // A document that was still to be read when it was deleted is read now.
    this.#options.onRestored()
    return this.#find(at)
  }

  async setOpen(agentId: string, owner: string, sourcesOpen: SourcesOpen): Promise<SourceList> {
    const { db, agents } = this.#options
    await agents.openOwned(agentId, owner)
    await setSourcesOpen(db, agentId, sourcesOpen)
    return this.list(agentId, owner)
  }

  /** Others may read open documents, but no file of a conversation. @throws {Failure} `not_found`, `files_unavailable` */
  async openFile(
    sourceId: string,
    wallet: string | null,
  ): Promise<SourceFile<StoredType> & { name: string }> {
    const { db } = this.#options
    const [access, file] = await Promise.all([findSourceAccess(db, sourceId), findSourceFile(db, sourceId)])
    if (!access || !file) return noSuch('document')
    const mayOpen = access.owner === wallet || (access.isOpen && access.sourcesOpen === 'documents')
    if (!mayOpen) return noSuch('document')
    const { fileId, ...opened } = file
    return { ...opened, content: await openContent(this.#options, fileId) }
  }

  /** See `readDocumentText`. @throws {Failure} `not_found` also while nothing of it is read */
  async readText(at: SourcePlace, owner: string, after: number): Promise<DocumentText> {
    const { db, agents } = this.#options
    await agents.openOwned(at.agentId, owner)
    return readDocumentText(db, at, after)
  }

  /** Opens the file of the version before the newest, while replies are still made from it; else null. */
  async openEarlier(
    { agentId, sourceId }: SourcePlace,
    owner: string,
  ): Promise<(SourceFile & { version: number }) | null> {
    const { db, agents } = this.#options
    await agents.openOwned(agentId, owner)
    const file = await findEarlierFile(db, { agentId, id: sourceId })
    // Pictures are in conversations only.
    if (!file || file.type === 'picture') return null
    const { version, type, bytes, fileId } = file
    return { version, type, bytes, content: await openContent(this.#options, fileId) }
  }

  /** Removes sources deleted more than an hour ago, and unused files; to be called every few minutes. */
  async sweepDeleted(): Promise<void> {
    const { db, clock } = this.#options
    await removeDeletedTerms(db, new Date(clock().getTime() - KEEP_UNUSED_MS))
    await this.#deletes.sweep()
    await removeUnusedFiles(db, new Date(clock().getTime() - KEEP_UNUSED_MS))
  }

  async #find({ agentId, sourceId }: SourcePlace): Promise<Source> {
    const source = (await listSources(this.#options.db, agentId)).find(({ id }) => id === sourceId)
    return source ?? noSuch('document')
  }

  #placeOf({
    agentId,
    sourceId,
    files,
    ...of
  }: SourcePlace & {
    owner: string
    name: string
    files: number
    inPlaceOf: number
  }) {
    return {
      ...of,
      fileBytes: this.#options.limits.fileBytes,
      allowed: 'documents' as const,
      check: async (at: Db, bytes: number) => {
        // The same upload, sent at the same time, may have taken the room.
        const isThere = files > 0 && (await findSource(at, sourceId)) !== null
        if (!isThere) await this.#checkRoom(at, agentId, { files, bytes: bytes - of.inPlaceOf })
      },
    }
  }

  async #checkRoom(at: Db, agentId: string, more: { files: number; bytes: number }): Promise<void> {
    const { limits } = this.#options
    const kept = await measureSources(at, { agentId }, this.#deletes.earliest())
    if (kept.files + more.files > limits.files)
      throw full(
        `An agent can have ${limits.files} documents. Delete one to make room; it takes ten seconds.`,
      )
    if (kept.bytes + more.bytes > limits.bytes)
      throw full(
        `The documents of an agent can take ${megabytes(limits.bytes)} MB. Delete one to make room; it takes ten seconds.`,
      )
  }
}

export const idTaken = (sentence: string) =>
  new Failure('conflict', sentence, { errors: { id: 'This id is taken.' } })

const full = (sentence: string) => new Failure('sources_full', sentence, { errors: { file: sentence } })

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toLocaleString('en-US')
