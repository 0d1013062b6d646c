import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { programUrl } from '../../base/files.ts'
import { limitCompiler } from '../embedded/start-engine.ts'
import type { ReadAnswer, ReadRequest, ReadWorkerData } from './read-worker.ts'
import type { RowsSource } from './rows-source.ts'

/**
 * Reads a database folder that nobody else has open, such as a copy, in a thread of its own.
 * @throws if it can't be opened
 */
export async function openEmbeddedSource(folder: string, at: Date): Promise<RowsSource> {
  limitCompiler()
  const held = new Int32Array(new SharedArrayBuffer(4))
  const workerData: ReadWorkerData = { folder, held }
  const engine = new Engine(new Worker(programUrl('db/backup/read-worker'), { workerData }), held)
  await engine.next()
  return {
    kind: 'embedded',
    at,
    async query(text) {
      engine.ask({ kind: 'query', text })
      const answer = await engine.next()
      return answer.kind === 'rows' ? answer.rows : []
    },
    copyOut: (text) => engine.copyOut(text),
    close: () => engine.close(),
  }
}

class Engine {
  readonly #worker: Worker
  readonly #held: Int32Array
  readonly #answers: ReadAnswer[] = []
  #fault: Error | undefined
  #ended = false
  #wake = () => {}

  constructor(worker: Worker, held: Int32Array) {
    this.#worker = worker
    this.#held = held
    worker.on('message', (answer: ReadAnswer) => {
      this.#answers.push(answer)
      this.#wake()
    })
    worker.on('error', (error) => {
      this.#fault = error instanceof Error ? error : new Error('its thread threw what is no error')
    })
    worker.on('exit', () => {
      this.#ended = true
      this.#wake()
    })
  }

  ask(request: ReadRequest): void {
    this.#worker.postMessage(request)
  }

  /** @throws what the engine answered with, or why it ended */
  async next(): Promise<ReadAnswer> {
    while (this.#answers.length === 0) {
      if (this.#ended) throw this.#fault ?? new Error('PostgreSQL ended itself')
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const answer = this.#answers.shift() as ReadAnswer
    if (answer.kind === 'failed') throw new Error(answer.message)
    return answer
  }

  async *copyOut(text: string): AsyncGenerator<Buffer> {
    this.ask({ kind: 'copy', text })
    for (let answer = await this.next(); answer.kind === 'piece'; answer = await this.next()) {
      const { piece } = answer
      yield Buffer.from(piece.buffer)
      Atomics.sub(this.#held, 0, piece.length)
      Atomics.notify(this.#held, 0)
    }
  }

  /** In the middle of a copy the thread waits for who takes its rows, and can only be terminated. */
  async close(): Promise<void> {
    if (this.#ended) return
    if (Atomics.load(this.#held, 0) === 0) {
      this.ask({ kind: 'close' })
      await once(this.#worker, 'exit')
    } else await this.#worker.terminate()
  }
}
