import { type CardFile, findCardFile, type HeldCardFile, listCardFiles } from '../../db/agents/card-files.ts'
import type { Db } from '../../db/connect/connect.ts'
import { hashOf } from '../files/file-store.ts'
import type { StoredFiles } from '../files/stored-files.ts'

/** The files of the CHARX that an agent was imported from: nothing here uses them, and its exports have them. */
export class CardFiles {
  readonly #db: Db
  readonly #storedFiles: Pick<StoredFiles, 'hold' | 'read'>

  constructor({ db, storedFiles }: { db: Db; storedFiles: Pick<StoredFiles, 'hold' | 'read'> }) {
    this.#db = db
    this.#storedFiles = storedFiles
  }

  /** To be called before the transaction that stores them. @throws {Failure} `files_unavailable` or `storage_full` */
  async hold(files: readonly CardFile[]): Promise<HeldCardFile[]> {
    const held: HeldCardFile[] = []
    for (const { path, content } of files) {
      const hash = hashOf(content)
      const { bytes, fileBytes } = await this.#storedFiles.hold(content, hash)
      held.push(
        bytes
          ? { path, content: bytes, hash: null, fileBytes: null }
          : { path, content: null, hash, fileBytes },
      )
    }
    return held
  }

  list(agentId: string): Promise<{ path: string; bytes: number }[]> {
    return listCardFiles(this.#db, agentId)
  }

  /** Empty for one that is gone. @throws {Failure} `files_unavailable` */
  async read(agentId: string, path: string): Promise<Uint8Array> {
    const found = await findCardFile(this.#db, agentId, path)
    const content = found?.hash ? await this.#storedFiles.read(found.hash) : found?.content
    return content ?? new Uint8Array()
  }

  /** All files of an agent's card: at most `cardLimits.keptBytes`. */
  async readAll(agentId: string): Promise<CardFile[]> {
    const files: CardFile[] = []
    for (const { path } of await this.list(agentId))
      files.push({ path, content: await this.read(agentId, path) })
    return files
  }
}
