import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { sourceTypes } from '../../../shared/knowledge/sources.ts'
import { programUrl } from '../../base/files.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { readFile } from '../../db/knowledge/source-files.ts'
import {
  beatJob,
  claimJob,
  describeNeighbours,
  failJob,
  finishJob,
  listUnread,
  returnAllJobs,
  returnJob,
  type SourceJob,
} from '../../db/knowledge/source-jobs.ts'
import { Failure } from '../failure.ts'
import type { Made } from '../sandbox/sandbox-process.ts'
import { createSandboxWorker, type WorkerOptions } from '../sandbox/sandbox-worker.ts'
import { pollWaiting } from '../turns/poll-waiting.ts'
import { type Extracted, extractedSchema, pieceSchema } from './extract/extracted.ts'
import { IndexWriter } from './index-writer.ts'
import { detectLanguage, searchConfigOf } from './passages/detect-language.ts'

/** Reads uploaded documents, one at a time, in a separate process, so that a crash ends nothing else. */
export interface ReadIn {
  /** Must be called when there may be a document to read. */
  wake(): void
  /** Resolves once no document is being read. */
  settled(): Promise<void>
  /**
   * Returns the jobs of a server that is gone to the queue. To be called before serving, if no other server is running.
   */
  closeOrphans(): Promise<void>
  /** Aborts the current reading; the next server starts it again. */
  close(): Promise<void>
}

/** How long a reading may send no heartbeat before another server takes over its document, in milliseconds. */
const DEAD_MS = 60_000

/** The interval of heartbeats, in milliseconds, besides those that are sent with stored data. */
const BEAT_MS = 10_000

/** Milliseconds between two polls for documents that no server reads. */
const LOOK_MS = 3_000

/** A document is given up after this many servers crashed while reading it. */
const MOST_TRIES = 3

/** Timeouts for a whole document, and for a page of it, in milliseconds. */
const TIMES = { totalMs: 5 * 60_000, quietMs: 20_000 }

/** Thrown if this reading has lost its job: the file was replaced by a newer one, or another server took over. */
class Lost extends Error {
  override name = 'Lost'
}

export function createReadIn({
  db,
  clock,
  log,
  entry = programUrl('domain/knowledge/extract/extract-child'),
  everyMs = LOOK_MS,
  ...options
}: {
  db: Db
  clock: () => Date
  log: Logger
  limits: WorkerOptions['limits']
  idleMs?: number
  /** The program that reads documents, replaceable in tests. */
  entry?: URL
  everyMs?: number
}): ReadIn {
  const limits = { ...TIMES, ...options.limits }
  const worker = createSandboxWorker(
    { entry, heapMegabytes: heapOf(limits.memoryBytes) },
    { ...options, limits },
  )
  const dead = () => new Date(clock().getTime() - DEAD_MS)
  let running: Promise<void> | undefined
  let wanted = false
  let closed = false

  function wake() {
    wanted = true
    if (closed || running) return
    running = readAll().finally(() => {
      running = undefined
    })
  }

  async function readAll(): Promise<void> {
    while (wanted && !closed) {
      wanted = false
      try {
        for (;;) {
          const job = closed ? null : await claimJob(db, { claim: randomUUID(), at: clock(), dead: dead() })
          if (!job) break
          await read(job)
        }
      } catch (error) {
        // A later poll finds the job again, once its heartbeat is too old.
        log.warn({ err: error }, 'a document could not be read in')
      }
    }
  }

  async function read(job: SourceJob): Promise<void> {
    if (job.tries > MOST_TRIES)
      return failJob(db, job, 'This file could not be read: the server stopped each time it tried.')
    const progress = new Progress(db, clock, job)
    const beat = setInterval(() => progress.beat().catch(() => {}), BEAT_MS)
    try {
      const made = await worker.make(inputOf(db, job), (piece) => progress.take(piece))
      await settle(job, made, progress)
    } catch (error) {
      if (error instanceof Lost) return
      // The server is shutting down.
      if (error instanceof Failure) return await returnJob(db, job)
      throw error
    } finally {
      clearInterval(beat)
    }
  }

  async function settle(job: SourceJob, made: Made, progress: Progress): Promise<void> {
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

  const poll = pollWaiting({ listAwaiting: () => listUnread(db, dead()), wake, log, everyMs })

  return {
    wake,
    settled: async () => {
      while (running) await running
    },
    closeOrphans: () => returnAllJobs(db),
    async close() {
      closed = true
      poll.stop()
      await worker.close()
      await running
    },
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

  /** @throws {Lost} */
  async take(bytes: Uint8Array): Promise<void> {
    const piece = parsed(pieceSchema, bytes)
    switch (piece.kind) {
      case 'progress':
        this.#parts = { done: piece.done, of: piece.of }
        return this.beat()
      case 'passages': {
        const { language, passages } = piece
        const searchConfig = searchConfigOf(language ?? (await this.#languageAround()))
        if (!(await this.#writer.store(passages, { searchConfig, at: this.#clock() }))) throw new Lost()
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

  /** @throws {Lost} */
  async beat(): Promise<void> {
    const parts = this.#parts && { done: this.#parts.done, parts: this.#parts.of }
    if (!(await beatJob(this.#db, this.#job, { ...parts, at: this.#clock() }))) throw new Lost()
  }

  /**
   * Stores what is left of the index. To be called before the version is searched.
   * @throws {Lost}
   */
  async endIndex(): Promise<void> {
    if (!(await this.#writer.end())) throw new Lost()
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
