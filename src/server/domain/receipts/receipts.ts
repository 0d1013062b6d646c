import { toBase64 } from '../../../shared/receipts/bytes.ts'
import { disclose, readLeaf } from '../../../shared/receipts/leaf.ts'
import { verifierKey, writeVerifierKey } from '../../../shared/receipts/note.ts'
import { writeProof } from '../../../shared/receipts/proof.ts'
import { RECEIPT_FORMAT, type ReceiptFile } from '../../../shared/receipts/receipt-file.ts'
import type { PublishedKeys } from '../../../shared/receipts/receipt-schemas.ts'
import type { Tile } from '../../../shared/receipts/tile-path.ts'
import {
  consistencyProof,
  inclusionProof,
  type ReadHashes,
  rangesOf,
  readingFrom,
  TILE_WIDTH,
} from '../../../shared/receipts/tree.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listPlaceKeys } from '../../db/receipts/place-keys.ts'
import { findNotedReply } from '../../db/receipts/receipts.ts'
import { newestCheckpoint, readHashes, type StoredCheckpoint } from '../../db/receipts/tree.ts'
import { Failure } from '../failure.ts'
import { claimsOf } from './claims.ts'

/** What people and programs read of the place's record. */
export class Receipts {
  readonly #db: Db

  constructor({ db }: { db: Db }) {
    this.#db = db
  }

  /** The newest signed head. @throws {Failure} `not_found` while nothing is noted */
  async checkpoint(): Promise<string> {
    return (await this.#newest()).note
  }

  /** The hashes of a tile, one after another. @throws {Failure} `not_found` if the record has no such tile yet */
  async tile({ level, index, width }: Tile): Promise<Uint8Array> {
    const from = index * TILE_WIDTH
    const stored = await readHashes(this.#db, [{ level, from, count: width }])
    if (stored.length !== width) throw new Failure('not_found', 'The record has no such tile.')
    return Buffer.concat(stored.map(({ hash }) => hash))
  }

  async keys(): Promise<PublishedKeys> {
    const keys = await listPlaceKeys(this.#db)
    return {
      name: keys[0]?.name ?? null,
      keys: keys.map(({ name, publicKey, createdAt, retiredAt }) => ({
        key: writeVerifierKey(verifierKey(name, new Uint8Array(publicKey))),
        since: createdAt.toISOString(),
        until: retiredAt?.toISOString() ?? null,
      })),
    }
  }

  /**
   * @param since the size of a checkpoint that the wallet has kept: the receipt shows that nothing was rewritten after
   * @returns null while the reply waits to be noted, a second at most
   * @throws {Failure} `not_found` if it is not the wallet's, or has none
   */
  async of(
    owner: string,
    place: { conversationId: string; replyId: string },
    since?: number,
  ): Promise<ReceiptFile | null> {
    const reply = await findNotedReply(this.#db, owner, place)
    if (!reply)
      throw new Failure('not_found', 'This reply has no receipt: only replies that were given here have one.')
    const { index, leaf: bytes, secret } = reply
    if (index === null || !bytes || !secret) return null
    const leaf = Buffer.from(bytes).toString()
    const fields = readLeaf(leaf)
    if (!fields) throw new Error('what was noted of a reply is no leaf')
    const checkpoint = await this.#newest()
    const { size, note } = checkpoint
    const isEarlier = since !== undefined && since > 0 && since <= size
    const proofs = await this.#read((read) => ({
      inclusion: inclusionProof(read, index, size),
      consistency: isEarlier ? consistencyProof(read, since, size) : null,
    }))
    const { keys } = await this.keys()
    return {
      format: RECEIPT_FORMAT,
      leaf,
      disclosed: disclose(secret, claimsOf(reply), fields),
      proof: writeProof({ index, hashes: proofs.inclusion, checkpoint: note }),
      keys: keys.map(({ key }) => key),
      since:
        proofs.consistency && since !== undefined
          ? { size: since, hashes: proofs.consistency.map(toBase64) }
          : null,
    }
  }

  async #newest(): Promise<StoredCheckpoint> {
    const checkpoint = await newestCheckpoint(this.#db)
    if (!checkpoint) throw new Failure('not_found', 'Nothing is noted here yet.')
    return checkpoint
  }

  async #read<Result>(work: (read: ReadHashes) => Result): Promise<Result> {
    return work(readingFrom(await readHashes(this.#db, rangesOf(work))))
  }
}
