import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '../../../shared/common/uuid.ts'
import {
  diskFailure,
  type FileKey,
  type FileStore,
  filesUnavailable,
  hashPattern,
  isAbsent,
  type ListedFile,
  verified,
} from './file-store.ts'

const CHUNK_BYTES = 256 * 1024

/** A folder that all servers of a place share: `ab/abcd…`, by the hash. */
export class DiskStore implements FileStore {
  readonly kind = 'disk'
  readonly #folder: string
  /** What is being written, on the same disk, so that a file gets its name by a rename. */
  readonly #drafts: string

  constructor(folder: string) {
    this.#folder = folder
    this.#drafts = join(folder, 'drafts')
  }

  /** Only here a folder is made that is not there: at any other time it would take the place of a disk that went away. */
  async prepare(): Promise<void> {
    await mkdir(this.#drafts, { recursive: true, mode: 0o700 }).catch(orUnavailable)
    await this.look()
  }

  async look(): Promise<void> {
    await access(this.#drafts, constants.W_OK).catch(orUnavailable)
  }

  async put({ hash }: FileKey, content: () => AsyncIterable<Uint8Array>): Promise<void> {
    const draft = join(this.#drafts, randomUUID())
    try {
      await writeSynced(draft, verified(hash, content()))
      const folder = this.#folderOf(hash)
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(this.#folder)
      await rename(draft, join(folder, hash))
      await syncFolder(folder)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {})
      throw diskFailure(error)
    }
  }

  async open(hash: string): Promise<AsyncIterable<Uint8Array> | null> {
    const path = join(this.#folderOf(hash), hash)
    if (await stat(path).catch(orAbsent)) return verified(hash, contentOf(path))
    await this.look()
    return null
  }

  async delete(hash: string): Promise<void> {
    try {
      await unlink(join(this.#folderOf(hash), hash))
      await syncFolder(this.#folderOf(hash))
    } catch (error) {
      if (!isAbsent(error)) throw diskFailure(error)
      await this.look()
    }
  }

  async *list(): AsyncGenerator<ListedFile> {
    try {
      await this.look()
      for (const name of (await readdir(this.#folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort())
        for (const hash of (await readdir(join(this.#folder, name))).sort()) {
          if (!hashPattern.test(hash)) continue
          const found = await stat(join(this.#folder, name, hash)).catch(orAbsent)
          if (found) yield { hash, bytes: found.size, putAt: found.mtime }
        }
    } catch (error) {
      throw diskFailure(error)
    }
  }

  async tidy(before: Date): Promise<void> {
    for (const name of await readdir(this.#drafts).catch(orUnavailable)) {
      if (!isUuid(name)) continue
      const draft = join(this.#drafts, name)
      const found = await stat(draft).catch(orAbsent)
      if (found && found.mtimeMs < before.getTime()) await rm(draft, { force: true })
    }
  }

  #folderOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2))
  }
}

function orAbsent(error: unknown): null {
  if (isAbsent(error)) return null
  throw diskFailure(error)
}

function orUnavailable(error: unknown): never {
  throw filesUnavailable(error)
}

async function writeSynced(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) await file.writeFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Closes the file also when nobody reads to its end. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r').catch(orUnavailable)
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } catch (error) {
    throw diskFailure(error)
  } finally {
    await file.close()
  }
}
