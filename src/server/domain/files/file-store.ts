import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { backoff } from '../../llm/http/post.ts'
import { storageFull } from '../database-failure.ts'
import { Failure } from '../failure.ts'

export interface FileKey {
  /** The SHA-256 of the content, in hexadecimal, by which a file is named everywhere. */
  hash: string
  bytes: number
}

export interface ListedFile extends FileKey {
  /** Null where the store does not say. */
  putAt: Date | null
}

/** Where the bytes of large files are. Who refers to which is the database's matter (`StoredFiles`). */
export interface FileStore {
  kind: 'database' | 'disk' | 's3'
  /** To be called at a start, before anything is put. @throws {Failure} `files_unavailable` */
  prepare(): Promise<void>
  /** Resolves if it answers. @throws {Failure} `files_unavailable` */
  look(): Promise<void>
  /**
   * A file is there as a whole or not at all, and on the disk when this resolves. It may be put any number of times.
   * @param open is called for each try
   * @throws {Failure} `files_unavailable` or `storage_full`
   */
  put(file: FileKey, open: () => AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Null if it is not there. The content breaks off with an error if it is not what was put.
   * @throws {Failure} `files_unavailable`, also while the content is read
   */
  open(hash: string): Promise<AsyncIterable<Uint8Array> | null>
  /** Also where it is gone already. @throws {Failure} `files_unavailable` */
  delete(hash: string): Promise<void>
  /** All files in the order of their hashes. @throws {Failure} `files_unavailable` */
  list(): AsyncIterable<ListedFile>
  /** Removes what puts that were cut off before a time have left. */
  tidy(before: Date): Promise<void>
}

const TRIES = 3

export const hashPattern = /^[0-9a-f]{64}$/

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** @param cause for the log */
export function filesUnavailable(cause?: unknown): Failure {
  const message = 'The store of files is not answering right now. Try again shortly.'
  return new Failure('files_unavailable', message, { retryAfter: 5, cause })
}

/** What a file system says of what is not there. */
export const isAbsent = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** What a file system says of its own full disk or that of its user. */
export function diskFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? storageFull(error) : filesUnavailable(error)
}

export class WrongContent extends Error {
  override name = 'WrongContent'

  constructor(hash: string) {
    super(`The content of the file ${hash} is not what was stored.`)
  }
}

/** Passes chunks on, and breaks off at their end unless they are what the hash says. @throws {WrongContent} */
export async function* verified(hash: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256')
  for await (const chunk of chunks) {
    digest.update(chunk)
    yield chunk
  }
  if (digest.digest('hex') !== hash) throw new WrongContent(hash)
}

export async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/**
 * For reading many files, some of which break off in the middle, where the store itself does not try again.
 * @throws {Failure} `files_unavailable` where the store does not answer
 */
export async function readOfMany<Result>(
  store: FileStore,
  read: () => Promise<Result>,
): Promise<Result | 'unreadable'> {
  for (let tries = 1; ; tries++)
    try {
      return await read()
    } catch (error) {
      if (error instanceof WrongContent) return 'unreadable'
      if (!(error instanceof Failure)) throw error
      if (tries === TRIES) return store.look().then(() => 'unreadable')
      await wait(backoff(tries - 1))
    }
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
