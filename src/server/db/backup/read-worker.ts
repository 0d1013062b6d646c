import { parentPort, workerData } from 'node:worker_threads'
import { openPglite } from '../embedded/open-pglite.ts'
import { CopyAnswer, queryMessage } from './copy-answer.ts'
import { readSettings } from './rows-source.ts'

export interface ReadWorkerData {
  /** A database folder that nobody else has open. */
  folder: string
  /** Bytes that were posted and not taken yet. */
  held: Int32Array
}

export type ReadRequest = { kind: 'query'; text: string } | { kind: 'copy'; text: string } | { kind: 'close' }

export type ReadAnswer =
  | { kind: 'open' }
  | { kind: 'rows'; rows: Record<string, unknown>[] }
  | { kind: 'piece'; piece: Uint8Array<ArrayBuffer> }
  | { kind: 'done' }
  | { kind: 'failed'; message: string }

/** In bytes. The engine waits while more than this was not taken. */
const MOST_HELD = 4 * 1024 * 1024
const PIECE_BYTES = 128 * 1024

const { folder, held } = workerData as ReadWorkerData
const post = (answer: ReadAnswer, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(answer, transfer)

const pglite = await openPglite(folder)
// A table whose index does not give the order is sorted on the disk, as a whole.
await pglite.exec([...readSettings, 'set temp_file_limit = -1', `set work_mem = '32MB'`].join('; '))

function send(piece: Buffer): void {
  Atomics.add(held, 0, piece.length)
  const own = new Uint8Array(piece)
  post({ kind: 'piece', piece: own }, [own.buffer])
  for (let now = Atomics.load(held, 0); now > MOST_HELD; now = Atomics.load(held, 0))
    Atomics.wait(held, 0, now)
}

/** PGlite answers in one call, so this thread stops in the middle of it until rows were taken. */
async function copy(text: string): Promise<void> {
  const answer = new CopyAnswer()
  let pieces: Buffer[] = []
  let bytes = 0
  const flush = () => {
    if (bytes > 0) send(Buffer.concat(pieces))
    pieces = []
    bytes = 0
  }
  await pglite.execProtocolRawStream(queryMessage(text), {
    syncToFs: false,
    onRawData(data) {
      for (const rows of answer.push(data)) {
        pieces.push(Buffer.from(rows))
        bytes += rows.length
      }
      if (bytes >= PIECE_BYTES) flush()
    },
  })
  flush()
  if (answer.fault !== null) throw new Error(answer.fault)
}

async function answer(request: ReadRequest): Promise<void> {
  switch (request.kind) {
    case 'query':
      return post({ kind: 'rows', rows: (await pglite.query<Record<string, unknown>>(request.text)).rows })
    case 'copy':
      await copy(request.text)
      return post({ kind: 'done' })
    case 'close':
      await pglite.close()
      return parentPort?.close()
    default:
      return request satisfies never
  }
}

parentPort?.on('message', (request: ReadRequest) => {
  answer(request).catch((error: unknown) =>
    post({ kind: 'failed', message: error instanceof Error ? error.message : 'the engine failed' }),
  )
})
post({ kind: 'open' })
