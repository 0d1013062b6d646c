import { type ImportPreview, type ImportResult, importLimitsWith } from '../../../shared/own-data/own-data.ts'
import { cutText } from '../../../shared/text/plain-text.ts'
import { writeDay } from '../../base/write-day.ts'
import { findEarlierImport, hasOriginals } from '../../db/own-data/imports.ts'
import { Failure } from '../failure.ts'
import { writeZip } from '../zip/write-zip.ts'
import { type ExportParts, exportEverything } from './export-everything.ts'
import { type ImportParts, importEverything, noCounts } from './import-everything.ts'
import { type ImportOf, Notes } from './notes.ts'
import { importedFile, nameOf, type OpenedExport, openExport, sizeOf } from './read-export.ts'

/** Stores an uploaded zip while it is used. @param use takes its path on this machine */
type ReceiveZip = <Result>(use: (path: string) => Promise<Result>) => Promise<Result>

/** Exports and imports on this server, because each reads or stores continuously. */
const AT_ONCE = 4

/** In seconds. */
const RETRY_AFTER = 5

const NAMES = 3

export type OwnDataOptions = ExportParts &
  ImportParts & {
    /** Of documents of a wallet. */
    sourcesBytes: number
  }

/** Exports and imports everything of a wallet (record 0044). `wallet` is the session's. */
export class OwnData {
  readonly #options: OwnDataOptions
  readonly #limits: ReturnType<typeof importLimitsWith>
  readonly #underWay = new Set<string>()

  constructor(options: OwnDataOptions) {
    this.#options = options
    this.#limits = importLimitsWith(options.sourcesBytes)
  }

  get zipBytes(): number {
    return this.#limits.zipBytes
  }

  /** Writes while it is read. @throws {Failure} `rate_limited` during another export or import of the wallet */
  export(wallet: string): { filename: string; body: ReadableStream<Uint8Array> } {
    const { clock } = this.#options
    const done = this.#begin(wallet)
    const day = clock().toISOString().slice(0, 10)
    return {
      filename: `Bionic ${day}.zip`,
      body: writeZip(exportEverything(this.#options, wallet), clock(), done),
    }
  }

  /**
   * Tells what an import would create.
   * @param receive is only called once the wallet has its turn, so that few zips are kept at once
   * @throws {Failure} `archive_invalid`, `archive_too_large`, or `rate_limited` during another import of the wallet
   */
  preview(receive: ReceiveZip, wallet: string): Promise<ImportPreview> {
    return this.#withExport(receive, wallet, (opened) => this.#previewOf(opened, wallet))
  }

  /** A retry with the same `id` creates nothing twice. @throws as `preview` */
  import(receive: ReceiveZip, of: ImportOf): Promise<ImportResult> {
    return this.#withExport(receive, of.wallet, (opened) => importEverything(this.#options, opened, of))
  }

  /** Reserves the wallet's only slot. @returns a function that releases it */
  #begin(wallet: string): () => void {
    const busy = (message: string) => new Failure('rate_limited', message, { retryAfter: RETRY_AFTER })
    if (this.#underWay.has(wallet))
      throw busy('Another export or import of yours is going on. Wait until it is done.')
    if (this.#underWay.size >= AT_ONCE)
      throw busy('Others are exporting and importing just now. Try again in a moment.')
    this.#underWay.add(wallet)
    return () => this.#underWay.delete(wallet)
  }

  async #withExport<Result>(
    receive: ReceiveZip,
    wallet: string,
    use: (opened: OpenedExport) => Promise<Result>,
  ): Promise<Result> {
    const done = this.#begin(wallet)
    try {
      return await receive(async (path) => {
        const opened = await openExport(path, this.#limits)
        return use(opened).finally(opened.close)
      })
    } finally {
      done()
    }
  }

  async #previewOf(from: OpenedExport, wallet: string): Promise<ImportPreview> {
    const { db, quotas } = this.#options
    const counts = { ...noCounts }
    const names: string[] = []
    const notes = new Notes()
    const ids = { agents: [] as string[], conversations: [] as string[] }
    let bytes = 0
    let documentBytes = 0
    for await (const read of from.things()) {
      if (read.kind === 'unreadable') {
        notes.add(`“${cutText(read.path, 100)}” can’t be imported. ${read.problem}`)
        continue
      }
      counts[read.kind] += 1
      bytes += sizeOf(read)
      if (read.kind === 'agents' || read.kind === 'conversations') ids[read.kind].push(read.thing.id)
      if (counts[read.kind] <= NAMES) names.push(nameOf(read))
      if (read.kind !== 'agents') continue
      for (const document of read.thing.documents) {
        const file = from.file(importedFile(document).file)
        if (file) {
          counts.documents += 1
          documentBytes += file.bytes
        } else
          notes.add(`The file of the document “${document.name}” of “${read.thing.name}” is not in the zip.`)
      }
    }
    counts.favourites = (await from.favourites()).length
    const { manifest } = from
    const earlier = await findEarlierImport(db, { wallet, exportId: manifest.id, id: null })
    if (earlier)
      notes.add(`You imported this export on ${writeDay(earlier)} already. Importing it again makes copies.`)
    else if (await hasOriginals(db, wallet, ids))
      notes.add('What this export was made from is still here. Importing it makes copies.')
    for (const kind of ['agents', 'realms', 'conversations'] as const) {
      const room = Math.max(0, await quotas[kind].room(wallet))
      if (counts[kind] > room)
        notes.add(
          `Your wallet has room for ${room.toLocaleString('en-US')} of the ${counts[kind].toLocaleString('en-US')} ${kind}; the rest will be left out.`,
        )
    }
    if (bytes > (await quotas.words.room(wallet)))
      notes.add(
        'All of it together has more words than your wallet has room for, so some of it will be left out.',
      )
    if (documentBytes > (await quotas.sources.room(wallet)))
      notes.add(
        'The documents together are larger than your wallet has room for, so some of them will be left out.',
      )
    const { exportedAt, wallet: exporter } = manifest
    return { exportedAt, wallet: exporter, counts, names, notes: notes.list() }
  }
}
