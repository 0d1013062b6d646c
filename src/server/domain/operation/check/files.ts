import { type Finding, SHOWN_IDS } from '../../../db/check/rule.ts'
import type { Db } from '../../../db/connect/connect.ts'
import { findKnownFiles, isUsedFile, listUsedFiles, type StoredFile } from '../../../db/files/stored-files.ts'
import { DatabaseStore } from '../../files/database-store.ts'
import { type FileStore, type ListedFile, readOfMany } from '../../files/file-store.ts'

interface FilesLook {
  /** Null where the database has all files. */
  store: FileStore | null
  /** One of so many files is read as a whole; of the others, that they are there, and their sizes. */
  every: number
  progress: (what: string) => void
}

const FILES_AT_ONCE = 500

/** In milliseconds: what was put later may not be in a copy of the database that is checked. */
const NEW_MS = 60 * 60_000

/**
 * Compares what rows refer to with what the store has, both in the order of their hashes.
 * @throws {Failure} `files_unavailable`
 */
export async function checkFiles(db: Db, look: FilesLook): Promise<Finding[]> {
  const comparison = new Comparison(db, look)
  await comparison.run()
  return comparison.findings()
}

class Comparison {
  readonly #db: Db
  readonly #look: FilesLook
  readonly #own: DatabaseStore
  readonly #before = Date.now() - NEW_MS
  readonly #missing: string[] = []
  readonly #wrong: string[] = []
  readonly #orphans: string[] = []
  #unmatched: string[] = []

  constructor(db: Db, look: FilesLook) {
    this.#db = db
    this.#look = look
    this.#own = new DatabaseStore(db)
  }

  async run(): Promise<void> {
    const listed = this.#look.store?.list()[Symbol.asyncIterator]()
    let next = await listed?.next()
    let place = 0
    for await (const file of this.#used()) {
      this.#look.progress(file.hash)
      while (next && !next.done && next.value.hash < file.hash) {
        await this.#passOver(next.value)
        next = await listed?.next()
      }
      const isListed = next?.done === false && next.value.hash === file.hash
      await this.#compare(file, isListed ? next?.value : undefined, place++ % this.#look.every === 0)
      if (isListed) next = await listed?.next()
    }
    for (; next && !next.done; next = await listed?.next()) await this.#passOver(next.value)
    await this.#lookUp()
  }

  findings(): Finding[] {
    const again = 'Whoever has it can upload it once more, which puts it back; or restore a backup of before.'
    return [
      ...this.#finding('files.missing', this.#missing, {
        problem: 'A row refers to a file that the store does not have.',
        mend: again,
      }),
      ...this.#finding('files.content', this.#wrong, {
        problem: 'A file of the store is not the one that was put, or can’t be read.',
        mend: again,
      }),
      ...this.#finding('files.orphans', this.#orphans, {
        problem: 'The store has a file of which this database knows nothing.',
        mend: 'It is from before a restore, or of another place, which needs a store of its own: delete it there once that is sure.',
      }),
    ]
  }

  async *#used(): AsyncGenerator<StoredFile> {
    for (let after = ''; ; ) {
      const files = await listUsedFiles(this.#db, after, FILES_AT_ONCE)
      yield* files
      const last = files.at(-1)
      if (!last) return
      after = last.hash
    }
  }

  async #compare({ hash, bytes }: StoredFile, listed: ListedFile | undefined, reads: boolean): Promise<void> {
    if (listed && listed.bytes !== bytes) {
      this.#wrong.push(hash)
      return
    }
    if (listed && !reads) return
    const { store } = this.#look
    const read = async () => {
      // What was put after the list was made is there all the same.
      const content = (await store?.open(hash)) ?? (await this.#own.open(hash))
      if (content) for await (const _ of content);
      return content !== null
    }
    const found = await readOfMany(store ?? this.#own, read)
    if (found === 'unreadable') this.#wrong.push(hash)
    // A sweep may have deleted it meanwhile.
    else if (!found && (await isUsedFile(this.#db, hash))) this.#missing.push(hash)
  }

  async #passOver({ hash, putAt }: ListedFile): Promise<void> {
    if (putAt && putAt.getTime() > this.#before) return
    this.#unmatched.push(hash)
    if (this.#unmatched.length >= FILES_AT_ONCE) await this.#lookUp()
  }

  async #lookUp(): Promise<void> {
    const known = await findKnownFiles(this.#db, this.#unmatched)
    this.#orphans.push(...this.#unmatched.filter((hash) => !known.has(hash)))
    this.#unmatched = []
  }

  #finding(rule: string, hashes: readonly string[], words: { problem: string; mend: string }): Finding[] {
    if (hashes.length === 0) return []
    const ids = hashes.slice(0, SHOWN_IDS)
    return [
      {
        rule,
        table: 'stored_files',
        count: hashes.length,
        ids,
        ...words,
        mendedBy: 'person',
        isNotice: false,
      },
    ]
  }
}
