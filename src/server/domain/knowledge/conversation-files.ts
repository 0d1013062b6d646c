import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversationFile } from '../../../shared/chat/conversation-files.ts'
import { limits as sharedLimits } from '../../../shared/common/limits.ts'
import { plain } from '../../../shared/text/markdown-text.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  attachFiles,
  deletableFiles,
  type FilePlace,
  findPictures,
  listConversationFiles,
  mayHaveFiles,
  removeLeftFiles,
} from '../../db/knowledge/conversation-files.ts'
import { readFile } from '../../db/knowledge/source-files.ts'
import { findSource, insertSource, measureSources } from '../../db/knowledge/sources.ts'
import { Failure } from '../failure.ts'
import type { Fitter } from '../pictures/decoder.ts'
import { createUndoableDeletes } from '../undoable-deletes.ts'
import { withPicturesFitted } from './fit-pictures.ts'
import type { Upload, Uploads } from './uploads.ts'

/**
 * The files that a person puts into a conversation: documents like those of an agent, for the replies of that
 * conversation alone. They can be stored before the conversation begins. All methods throw a {Failure} `not_found` for
 * a conversation of another wallet or a deleted one.
 */
export interface ConversationFiles {
  list(at: FilePlace): Promise<ConversationFile[]>
  /**
   * Stores a file; a repeated upload under the same id is stored once. A picture is stored as `Fitter` makes it.
   * @throws {Failure} `source_invalid`, `source_too_large`, `sources_full`, `quota_reached`, `conflict`, `rate_limited`
   */
  add(
    at: FilePlace,
    file: Upload & { id: string; name: string },
  ): Promise<{ file: ConversationFile; created: boolean }>
  /** Removes a file; replies that cite it keep their quotes. */
  remove(at: FilePlace, id: string): Promise<void>
  /**
   * Attaches files to the question that they are sent with.
   * @throws {Failure} `validation_failed` at `question.files`
   */
  attach(at: FilePlace, sent: { questionId: string; ids: readonly string[] }): Promise<void>
  /**
   * Waits some seconds until the files that were sent are read.
   * @returns a sentence for each file that a reply to the question can't use: those that are still being read, and those
   *   of the question itself that can't be read
   */
  awaitRead(of: FilePlace & { questionId: string }, signal: AbortSignal): Promise<string[]>
  /**
   * Reads the pictures that questions of a conversation were sent with, by question: as many as `most`, the newest
   * questions first.
   * @param questionIds oldest first
   */
  readPictures(of: FilePlace, questionIds: readonly string[], most: number): Promise<Pictures>
  /** Removes for good the files of deleted conversations and of those that never began; to be called every few minutes. */
  sweep(): Promise<void>
}

/** JPEGs by the question that they were sent with. */
export type Pictures = ReadonlyMap<string, readonly Uint8Array[]>

/** How long a reply waits for its files to be read, and how often it looks, in milliseconds. */
const READ_WAIT_MS = 10_000
const LOOK_MS = 200

/** How long the files of a deleted conversation are kept, in milliseconds: as long as the conversation itself. */
const KEEP_DELETED_MS = 60 * 60_000

/** How long a file waits for the question that begins its conversation, in milliseconds. */
const KEEP_UNSENT_MS = 24 * 60 * 60_000

/** @param options.readWaitMs see `READ_WAIT_MS`; shorter in tests */
export function createConversationFiles(options: {
  db: Db
  clock: () => Date
  uploads: Uploads
  fileBytes: number
  fitter: Pick<Fitter, 'toFittingJpeg'>
  readWaitMs?: number | undefined
}): ConversationFiles {
  const { db, clock, uploads, fileBytes, fitter, readWaitMs = READ_WAIT_MS } = options
  const deletes = createUndoableDeletes({ db, clock, rows: deletableFiles, what: 'the file is removed' })
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds)

  async function mayEnter(at: FilePlace): Promise<void> {
    if (!(await mayHaveFiles(db, at))) throw new Failure('not_found', 'There is no such conversation.')
  }

  async function find(at: FilePlace, id: string): Promise<ConversationFile> {
    return (await listConversationFiles(db, at)).find((file) => file.id === id) ?? nothingThere()
  }

  const checkRoom = (place: FilePlace) => async (at: Db) => {
    const { files } = await measureSources(at, place, deletes.earliest())
    if (files < sharedLimits.conversationFiles) return
    const sentence = `A conversation can have ${sharedLimits.conversationFiles} files. Remove one, and ten seconds later there is room for another.`
    throw new Failure('sources_full', sentence, { errors: { file: sentence } })
  }

  return {
    async list(at) {
      await mayEnter(at)
      return listConversationFiles(db, at)
    },

    async add(at, { id, name, ...file }) {
      await mayEnter(at)
      const before = await findSource(db, id)
      if (before) {
        if (
          before.conversationId !== at.conversationId ||
          before.wallet !== at.wallet ||
          before.deletedAt !== null
        )
          throw new Failure('conflict', 'There is already a file with this id.', {
            errors: { id: 'This id is taken.' },
          })
        return { file: await find(at, id), created: false }
      }
      const allowed = 'documents and pictures'
      const place = { owner: at.wallet, name, fileBytes, allowed, check: checkRoom(at) } as const
      await checkRoom(at)(db)
      const stored = await withPicturesFitted(file, (bytes) => fitter.toFittingJpeg(bytes, at.wallet))
      const { result } = await uploads.receive(place, stored, (version, mayKeep) =>
        insertSource(db, { id, name, collection: at }, version, mayKeep),
      )
      return { file: await find(at, id), created: result === 'stored' }
    },

    async remove(at, id) {
      await mayEnter(at)
      // The file's wallet is compared as well, because an id of a conversation that never began can be anybody's.
      await find(at, id)
      if (!(await deletes.mark({ id, owner: at.conversationId }))) nothingThere()
    },

    async attach(at, { questionId, ids }) {
      if (ids.length === 0 || (await attachFiles(db, at, { questionId, ids }))) return
      const sentence = 'One of the files is no longer there. Remove it and add it again.'
      throw new Failure('validation_failed', sentence, { errors: { 'question.files': sentence } })
    },

    async awaitRead({ questionId, ...at }, signal) {
      const until = Date.now() + readWaitMs
      for (;;) {
        const sent = (await listConversationFiles(db, at)).filter((file) => file.questionId !== null)
        if (!sent.some(isUnread) || Date.now() >= until || signal.aborted)
          return sent.flatMap((file) => unusable(file, questionId))
        await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
      }
    },

    async readPictures(of, questionIds, most) {
      const found = await findPictures(db, of, { questionIds, most })
      const pictures = new Map<string, Uint8Array[]>()
      for (const { questionId, fileId } of found) {
        const chunks: Uint8Array[] = []
        for await (const chunk of readFile(db, fileId)) chunks.push(chunk)
        const bytes = Buffer.concat(chunks)
        pictures.set(questionId, [...(pictures.get(questionId) ?? []), bytes])
      }
      return pictures
    },

    sweep: () =>
      removeLeftFiles(db, { deletedBefore: ago(KEEP_DELETED_MS), storedBefore: ago(KEEP_UNSENT_MS) }),
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

function nothingThere(): never {
  throw new Failure('not_found', 'There is no such file.')
}
