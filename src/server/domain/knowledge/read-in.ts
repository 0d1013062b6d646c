import type * as z from 'zod/mini'
import { sourceTypes } from '../../../shared/knowledge/sources.ts'
import { programUrl } from '../../base/files.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { Attempt } from '../../db/jobs/leased-rows.ts'
import { readFile } from '../../db/knowledge/source-files.ts'
import {
  beatJob,
  claimJob,
  describeNeighbours,
  failJob,
  finishJob,
  type SourceJob,
  sourceLeases,
} from '../../db/knowledge/source-jobs.ts'
import { type JobKind, JobRunner, type JobRunnerOptions, LeaseLost } from '../jobs/job-runner.ts'
import type { Made } from '../sandbox/sandbox-process.ts'
import { createSandboxWorker, type SandboxWorker, type WorkerOptions } from '../sandbox/sandbox-worker.ts'
import { type Extracted, extractedSchema, pieceSchema } from './extract/extracted.ts'
import { IndexWriter } from './index-writer.ts'
import { detectLanguage, searchConfigOf } from './passages/detect-language.ts'

/** Timeouts for a whole document, and for a page of it, in milliseconds. */
const TIMES = { totalMs: 5 * 60_000, quietMs: 20_000 }

export interface ReadInOptions extends JobRunnerOptions {
  limits: WorkerOptions['limits']
  idleMs?: number
  /** The program that reads documents, replaceable in tests. */
  entry?: URL
}

/** Reads uploaded documents, one at a time, in a separate process, so that a crash ends nothing else. */
export function createReadIn(options: ReadInOptions): JobRunner<SourceJob> {
  return new JobRunner(new DocumentReading(options), options)
}

class DocumentReading implements JobKind<SourceJob> {
  readonly rows = sourceLeases
  readonly failed = 'a document could not be read in'
  readonly #options: ReadInOptions
  readonly #worker: SandboxWorker

  constructor(options: ReadInOptions) {
    const { entry = programUrl('domain/knowledge/extract/extract-child') } = options
    const limits = { ...TIMES, ...options.limits }
    this.#options = options
    this.#worker = createSandboxWorker(
      { entry, heapMegabytes: heapOf(limits.memoryBytes) },
      { ...options, limits },
    )
  }

  claim(attempt: Attempt): Promise<SourceJob | null> {
    return claimJob(this.#options.db, attempt)
  }

  async run(job: SourceJob): Promise<void> {
    const { db, clock } = this.#options
    const progress = new Progress(db, clock, job)
    const made = await this.#worker.make(inputOf(db, job), (piece) => progress.take(piece))
    await this.#settle(job, made, progress)
  }

  giveUp(job: SourceJob): Promise<void> {
    return failJob(
      this.#options.db,
      job,
      'This file could not be read: the server stopped each time it tried.',
    )
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  async #settle(job: SourceJob, made: Made, progress: Progress): Promise<void> {
    const { db, log } = this.#options
    switch (made.is) {
      case 'made': {
        const extracted = parsed(extractedSchema, made.bytes)
        await progress.endIndex()
        return finishJob(db, job, extracted)
      }
      case 'invalid':
      case 'too large':
        return failJob(db, job, made.words)
      case 'memory':
      case 'time':
      case 'crash': {
        log.warn({ limit: made.is, type: job.type }, 'a document ended the process that read it')
        const reason = reasonOf(made.is)
        const soFar = progress.soFar()
        if (!soFar) return failJob(db, job, `${reason} Nothing of it could be used.`)
        await progress.endIndex()
        return finishJob(db, job, { ...soFar, notes: [`${reason} ${progress.where()}`] })
      }
      default:
        return made satisfies never
    }
  }
}

/**
 * The heap size in megabytes for a process's memory limit: the rest is for the program, its libraries and the file
 * itself.
 */
const heapOf = (memoryBytes: number) => Math.max(64, Math.floor(memoryBytes / 1024 / 1024 - 176))

function reasonOf(limit: 'memory' | 'time' | 'crash'): string {
  switch (limit) {
    case 'memory':
      return 'This file takes too much memory to read.'
    case 'time':
      return 'This file takes too long to read.'
    case 'crash':
      return 'This file is damaged, and reading it stopped.'
    default:
      return limit satisfies never
  }
}

/** The type as one byte, then the file, as the reading process expects it. */
async function* inputOf(db: Db, job: SourceJob): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(sourceTypes.indexOf(job.type))
  yield* readFile(db, job.fileId)
}

/** The progress of a reading, and what it has stored so far. */
class Progress {
  readonly #db: Db
  readonly #clock: () => Date
  readonly #job: SourceJob
  readonly #writer: IndexWriter
  #parts: { done: number; of: number } | undefined
  #language: string | null = null
  #around: Promise<string | null> | undefined
  #characters = 0

  constructor(db: Db, clock: () => Date, job: SourceJob) {
    this.#db = db
    this.#clock = clock
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
        if (!(await this.#writer.store(passages, { searchConfig, at: this.#clock() }))) throw new LeaseLost()
        this.#language = language
        this.#characters = passages.at(-1)?.to ?? this.#characters
        return
      }
      default:
        return piece satisfies never
    }
  }

  /**
   * The language whose forms of words the document is searched by if its own text, such as a table, does not tell its
   * language: that of most of what lies beside it, or else the one in which its agent is described.
   */
  async #languageAround(): Promise<string | null> {
    this.#around ??= describeNeighbours(this.#db, this.#job).then(
      ({ language, description }) => language ?? detectLanguage(description),
    )
    return this.#around
  }

  async #beat({ done, of }: { done: number; of: number }): Promise<void> {
    if (!(await beatJob(this.#db, this.#job, { done, parts: of, at: this.#clock() }))) throw new LeaseLost()
  }

  /**
   * Stores what is left of the index. To be called before the version is searched.
   * @throws {LeaseLost}
   */
  async endIndex(): Promise<void> {
    if (!(await this.#writer.end())) throw new LeaseLost()
  }

  /** The result as though the document ended at the last stored passage; null if nothing is stored. */
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
function parsed<Schema extends z.ZodMiniType>(schema: Schema, bytes: Uint8Array): z.output<Schema> {
  return schema.parse(JSON.parse(Buffer.from(bytes).toString()))
}
