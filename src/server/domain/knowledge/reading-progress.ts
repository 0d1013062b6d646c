import type * as z from 'zod/mini'
import type { Db } from '../../db/connect/connect.ts'
import { beatJob, describeNeighbours, type SourceJob } from '../../db/knowledge/source-jobs.ts'
import { LeaseLost } from '../jobs/job-runner.ts'
import { type Extracted, pieceSchema } from './extract/extracted.ts'
import { IndexWriter } from './index-writer.ts'
import { detectLanguage, searchConfigOf } from './passages/detect-language.ts'

export class Progress {
  readonly #db: Db
  readonly #job: SourceJob
  readonly #writer: IndexWriter
  #parts: { done: number; of: number } | undefined
  #language: string | null = null
  #around: Promise<string | null> | undefined
  #characters = 0

  constructor(db: Db, job: SourceJob) {
    this.#db = db
    this.#job = job
    this.#writer = new IndexWriter(db, job)
  }

  /** @throws {LeaseLost} */
  async take(bytes: Uint8Array): Promise<void> {
    const piece = parsed(pieceSchema, bytes)
    switch (piece.kind) {
      case 'progress':
        this.#parts = { done: piece.done, of: piece.of }
        return this.#beat(piece)
      case 'passages': {
        const { language, passages } = piece
        const searchConfig = searchConfigOf(language ?? (await this.#languageAround()))
        if (!(await this.#writer.store(passages, { searchConfig }))) throw new LeaseLost()
        this.#language = language
        this.#characters = passages.at(-1)?.to ?? this.#characters
        return
      }
      default:
        return piece satisfies never
    }
  }

  /** For a text without a language, such as a table: that of most beside it, or of its agent's description. */
  async #languageAround(): Promise<string | null> {
    this.#around ??= describeNeighbours(this.#db, this.#job).then(
      ({ language, description }) => language ?? detectLanguage(description),
    )
    return this.#around
  }

  async #beat({ done, of }: { done: number; of: number }): Promise<void> {
    if (!(await beatJob(this.#db, this.#job, { done, parts: of }))) throw new LeaseLost()
  }

  /** To be called before the version is searched. @throws {LeaseLost} */
  async endIndex(): Promise<void> {
    if (!(await this.#writer.end())) throw new LeaseLost()
  }

  /** As though the document ended at the last stored passage; null if nothing is stored. */
  soFar(): Extracted | null {
    if (this.#characters === 0) return null
    return {
      pages: this.#parts?.of ?? null,
      characters: this.#characters,
      language: this.#language,
      notes: [],
    }
  }

  where(): string {
    return this.#parts
      ? `What is read ends near part ${this.#parts.done} of ${this.#parts.of}.`
      : `The first ${this.#characters.toLocaleString('en-US')} characters are read.`
  }
}

/** @throws if the process sent an invalid message */
export function parsed<Schema extends z.ZodMiniType>(schema: Schema, bytes: Uint8Array): z.output<Schema> {
  return schema.parse(JSON.parse(Buffer.from(bytes).toString()))
}
