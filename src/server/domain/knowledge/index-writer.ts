import type { Db } from '../../db/connect/connect.ts'
import type { SourceJob } from '../../db/knowledge/source-jobs.ts'
import { type PassageToStore, storeBlock, storePassages } from '../../db/knowledge/write-passages.ts'
import { IndexBlock } from './index-block.ts'

/** Stores passages as they come, then their index. Only a complete version is searched: `end` must be called. */
export class IndexWriter {
  readonly #db: Db
  readonly #job: SourceJob
  #block = new IndexBlock(1)

  constructor(db: Db, job: SourceJob) {
    this.#db = db
    this.#job = job
  }

  /** False if the job no longer belongs to this claim. @throws {RangeError} for a gap between passages */
  async store(
    passages: readonly PassageToStore[],
    { searchConfig }: { searchConfig: string },
  ): Promise<boolean> {
    const indexed = await storePassages(this.#db, this.#job, { passages, searchConfig })
    if (!indexed) return false
    for (const passage of indexed) this.#block.add(passage)
    return !this.#block.isFull || this.end()
  }

  /** Stores what is left. @returns false if the job no longer belongs to this claim */
  async end(): Promise<boolean> {
    const block = this.#block
    this.#block = new IndexBlock(block.next)
    return storeBlock(this.#db, this.#job, block.toStore())
  }
}
