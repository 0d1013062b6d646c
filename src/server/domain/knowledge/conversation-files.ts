import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversationFile } from '../../../shared/chat/conversation-files.ts'
import type { Ask } from '../../../shared/chat/conversations.ts'
import { limits as sharedLimits } from '../../../shared/common/limits.ts'
import { plain } from '../../../shared/text/markdown-text.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  attachFiles,
  deletableFiles,
  detachFiles,
  type FilePlace,
  findConversationOwner,
  findPictures,
  listConversationFiles,
  removeLeftFiles,
} from '../../db/knowledge/conversation-files.ts'
import { measureSources } from '../../db/knowledge/measure-sources.ts'
import { findSource } from '../../db/knowledge/sources.ts'
import { insertSource, isNewestFile } from '../../db/knowledge/write-sources.ts'
import { Failure, noSuch } from '../failure.ts'
import { readAll } from '../files/file-store.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import type { Fitter } from '../pictures/decoder.ts'
import { UndoableDeletes } from '../undoable-deletes.ts'
import { withPicturesFitted } from './fit-pictures.ts'
import { openContent } from './source-content.ts'
import { idTaken } from './sources.ts'
import type { Upload, Uploads } from './uploads.ts'

/** JPEGs by the question that they were sent with. */
export type Pictures = ReadonlyMap<string, readonly Uint8Array[]>

/** How long a reply waits for its files to be read, in milliseconds. */
const READ_WAIT_MS = 10_000
const LOOK_MS = 200

/** In milliseconds: as long as the deleted conversation itself. */
const KEEP_DELETED_MS = 60 * 60_000

/** How long a file waits for the question that begins its conversation, in milliseconds. */
const KEEP_UNSENT_MS = 24 * 60 * 60_000

interface ConversationFilesOptions {
  db: Db
  clock: () => Date
  uploads: Uploads
  fileBytes: number
  fitter: Pick<Fitter, 'toFittingJpeg'>
  storedFiles: Pick<StoredFiles, 'open'>
  readWaitMs?: number | undefined
}

/** Files for the replies of one conversation alone. They can be stored before it begins. */
export class ConversationFiles {
  readonly #options: ConversationFilesOptions
  readonly #deletes: UndoableDeletes

  constructor(options: ConversationFilesOptions) {
    const { db, clock } = options
    this.#options = options
    this.#deletes = new UndoableDeletes({ db, clock, rows: deletableFiles, what: 'the file is removed' })
  }

  /** Hides another wallet's conversation. @throws {Failure} `not_found` if deleted, or not begun and without files */
  async list(at: FilePlace): Promise<ConversationFile[]> {
    const { db } = this.#options
    const [conversation, files] = await Promise.all([
      findConversationOwner(db, at.conversationId),
      listConversationFiles(db, at),
    ])
    const isOwn = conversation?.owner === at.wallet
    if (isOwn ? conversation.deletedAt !== null : files.length === 0) noSuch('conversation')
    return files
  }

  /**
   * Stores a repeated upload under the same id once.
   * @throws {Failure} `not_found`, `source_invalid`, `source_too_large`, `sources_full`, `quota_reached`, `conflict`,
   * `rate_limited`
   */
  async add(
    at: FilePlace,
    { id, name, ...file }: Upload & { id: string; name: string },
  ): Promise<{ file: ConversationFile; created: boolean }> {
    const { db, fileBytes, fitter, uploads } = this.#options
    const conversation = await findConversationOwner(db, at.conversationId)
    if (conversation && (conversation.owner !== at.wallet || conversation.deletedAt !== null))
      noSuch('conversation')
    const before = await findSource(db, id)
    const isOwn =
      before?.conversationId === at.conversationId && before.wallet === at.wallet && before.deletedAt === null
    if (before && !isOwn) throw idTaken('There is already a file with this id.')
    // What is there already is only compared with, which needs no room.
    const inPlaceOf = before ? fileBytes : 0
    const check = async (transaction: Db) => {
      // The same upload, sent at the same time, may have taken the room.
      if (!(await findSource(transaction, id))) await this.#checkRoom(transaction, at)
    }
    await check(db)
    const stored = await withPicturesFitted(file, (bytes) => fitter.toFittingJpeg(bytes, at.wallet))
    const received = await uploads.receive(
      { owner: at.wallet, name, fileBytes, allowed: 'documents and pictures', inPlaceOf, check },
      stored,
      (version, mayKeep) => insertSource(db, { id, name, collection: at }, version, mayKeep),
    )
    const { result } = received
    if (result === 'taken' && !(await isNewestFile(db, { id, name, fileId: received.stored.fileId })))
      throw idTaken('There is already a file with this id, of another content or name. Nothing was changed.')
    return { file: await this.#find(at, id), created: result === 'stored' }
  }

  /** Replies that cite the file keep their quotes. @throws {Failure} `not_found` */
  async remove(at: FilePlace, id: string): Promise<void> {
    // The wallet is compared as well: anybody can have the id of a conversation that never began.
    if (!(await this.list(at)).some((file) => file.id === id)) noSuch('file')
    if (!(await this.#deletes.mark({ id, owner: at.conversationId }))) noSuch('file')
  }

  /** Attaches files before their question is stored, unless it is refused. @throws {Failure} `validation_failed` at `question.files` */
  async sendWith<Stored>(
    at: FilePlace,
    { id: questionId, parentId, files: ids = [] }: Extract<Ask['question'], { content: string }>,
    store: () => Promise<Stored>,
  ): Promise<Stored> {
    const { db } = this.#options
    if (ids.length === 0) return store()
    if (!(await attachFiles(db, at, { questionId, parentId, ids }))) {
      const sentence = 'One of the files is no longer there. Remove it and add it again.'
      throw new Failure('validation_failed', sentence, { errors: { 'question.files': sentence } })
    }
    try {
      return await store()
    } catch (error) {
      await detachFiles(db, at, questionId).catch(() => {})
      throw error
    }
  }

  /** Waits some seconds until files are read. @returns a sentence for each file that a reply can't use */
  async awaitRead(
    { questionId, ...at }: FilePlace & { questionId: string },
    signal: AbortSignal,
  ): Promise<string[]> {
    const { db, readWaitMs = READ_WAIT_MS } = this.#options
    const until = performance.now() + readWaitMs
    for (;;) {
      const sent = (await listConversationFiles(db, at)).filter((file) => file.questionId !== null)
      if (!sent.some(isUnread) || performance.now() >= until || signal.aborted)
        return sent.flatMap((file) => unusable(file, questionId))
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** Reads the newest first, at most `most`; `questionIds` are oldest first. */
  async readPictures(of: FilePlace, questionIds: readonly string[], most: number): Promise<Pictures> {
    const { db } = this.#options
    const pictures = new Map<string, Uint8Array[]>()
    for (const { questionId, fileId } of await findPictures(db, of, { questionIds, most })) {
      const picture = await readAll(await openContent(this.#options, fileId))
      pictures.set(questionId, [...(pictures.get(questionId) ?? []), picture])
    }
    return pictures
  }

  /** Removes files of deleted conversations and of those that never began; to be called every few minutes. */
  async sweep(): Promise<void> {
    const ago = (milliseconds: number) => new Date(this.#options.clock().getTime() - milliseconds)
    await removeLeftFiles(this.#options.db, {
      deletedBefore: ago(KEEP_DELETED_MS),
      storedBefore: ago(KEEP_UNSENT_MS),
    })
  }

  async #find(at: FilePlace, id: string): Promise<ConversationFile> {
    const files = await listConversationFiles(this.#options.db, at)
    return files.find((file) => file.id === id) ?? noSuch('file')
  }

  async #checkRoom(at: Db, place: FilePlace): Promise<void> {
    const { files } = await measureSources(at, place, this.#deletes.earliest())
    if (files < sharedLimits.conversationFiles) return
    const sentence = `A conversation can have ${sharedLimits.conversationFiles} files. Remove one, and ten seconds later there is room for another.`
    throw new Failure('sources_full', sentence, { errors: { file: sentence } })
  }
}

const isUnread = ({ state }: ConversationFile) => state.kind === 'waiting' || state.kind === 'reading'

function unusable({ name, state, questionId }: ConversationFile, question: string): string[] {
  switch (state.kind) {
    case 'waiting':
    case 'reading':
      return [`“${plain(name)}” is still being read, so this reply does not use it yet.`]
    case 'failed':
      return questionId === question ? [`“${plain(name)}” can't be used. ${plain(state.reason)}`] : []
    case 'ready':
      return []
    default:
      return state satisfies never
  }
}
