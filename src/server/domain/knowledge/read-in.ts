import { sourceTypes } from '../../../shared/knowledge/sources.ts'
import { programUrl } from '../../base/files.ts'
import type { Attempt } from '../../db/jobs/leased-rows.ts'
import { claimJob, failJob, finishJob, type SourceJob, sourceLeases } from '../../db/knowledge/source-jobs.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import { type JobKind, JobRunner, type JobRunnerOptions } from '../jobs/job-runner.ts'
import type { Made } from '../sandbox/sandbox-process.ts'
import { SandboxWorker, type WorkerOptions } from '../sandbox/sandbox-worker.ts'
import { extractedSchema } from './extract/extracted.ts'
import { Progress, parsed } from './reading-progress.ts'
import { openContent } from './source-content.ts'

/** For a document, and for a page of it, in milliseconds. */
const TIMES = { totalMs: 5 * 60_000, quietMs: 20_000 }

export interface ReadInOptions extends JobRunnerOptions {
  storedFiles: Pick<StoredFiles, 'open'>
  limits: WorkerOptions['limits']
  idleMs?: number
  entry?: URL
}

/** Reads uploaded documents one at a time in a separate process, so that a crash ends nothing else. */
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
    this.#worker = new SandboxWorker(
      { entry, heapMegabytes: heapOf(limits.memoryBytes) },
      { ...options, limits },
    )
  }

  claim(attempt: Attempt): Promise<SourceJob | null> {
    return claimJob(this.#options.db, attempt)
  }

  async run(job: SourceJob): Promise<void> {
    const { db } = this.#options
    const progress = new Progress(db, job)
    const made = await this.#worker.make(
      inputOf(job, await openContent(this.#options, job.fileId)),
      (piece) => progress.take(piece),
    )
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

/** In megabytes; the rest is for the program, its libraries and the file. */
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

/** The type as one byte, then the file. */
async function* inputOf(job: SourceJob, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(sourceTypes.indexOf(job.type))
  yield* content
}
