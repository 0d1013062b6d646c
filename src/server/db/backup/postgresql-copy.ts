import { Readable } from 'node:stream'
import type { Client, Connection } from 'pg'

/** What node-postgres offers for COPY, which its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** In bytes, between the socket and who takes the rows. */
const HELD_BYTES = 1024 * 1024

/** A `COPY … TO STDOUT` for `Client.query`: a stream of rows, which stops the socket while nobody takes them. */
class CopyOut extends Readable {
  readonly #text: string
  #connection: Connection | undefined
  /** The database has answered all of it. */
  #ended = false

  constructor(text: string) {
    super({ highWaterMark: HELD_BYTES })
    this.#text = text
    // Whoever reads is told by what they read. Where nobody does any more, a connection that is ended is no fault.
    this.on('error', () => {})
  }

  submit(connection: Connection): void {
    this.#connection = connection
    connection.query(this.#text)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  /** Who takes no more of the rows gives up the connection: it could not be used before all of them have come. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#ended) this.#connection?.stream.destroy()
    done(error)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    // The chunk is a view of memory that the driver reads the next rows into.
    if (!this.push(Buffer.from(chunk))) connection.stream.pause()
  }

  handleError(error: Error): void {
    this.#ended = true
    this.destroy(error)
  }

  handleReadyForQuery(): void {
    this.#ended = true
    if (!this.destroyed) this.push(null)
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
}

/** A `COPY … FROM STDIN` for `Client.query`, of rows that are in memory. `done` settles when they are stored. */
export class CopyIn {
  readonly #text: string
  readonly #rows: Buffer
  readonly #end = Promise.withResolvers<void>()
  readonly done = this.#end.promise

  constructor(text: string, rows: Buffer) {
    this.#text = text
    this.#rows = rows
  }

  submit(connection: Connection): void {
    connection.query(this.#text)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#rows)
    connection.endCopyFrom()
  }

  handleError(error: Error): void {
    this.#end.reject(error)
  }

  handleReadyForQuery(): void {
    this.#end.resolve()
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
}

export function copyOut(client: Client, text: string): AsyncIterable<Buffer> {
  return client.query(new CopyOut(text)) as AsyncIterable<Buffer>
}
