import { generateKeyPairSync, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { toBase64, utf8 } from '../src/shared/receipts/bytes.ts'
import { checkpointText } from '../src/shared/receipts/checkpoint.ts'
import type { VerifySignature } from '../src/shared/receipts/checks.ts'
import { type Claims, disclose, makeLeaf, readLeaf } from '../src/shared/receipts/leaf.ts'
import {
  signatureLine,
  type VerifierKey,
  verifierKey,
  writeNote,
  writeVerifierKey,
} from '../src/shared/receipts/note.ts'
import { writeProof } from '../src/shared/receipts/proof.ts'
import { RECEIPT_FORMAT, type ReceiptFile } from '../src/shared/receipts/receipt-file.ts'
import {
  append,
  consistencyProof,
  type Hash,
  inclusionProof,
  leafHash,
  type ReadHashes,
  readingFrom,
  rootOf,
  type StoredHash,
} from '../src/shared/receipts/tree.ts'

const PLACE = 'bionic.example/receipts'

/** A place's log in memory, made of the parts of the real one. */
export class MemoryLog {
  readonly key: VerifierKey
  readonly leaves: { text: string; secret: Uint8Array; claims: Claims }[] = []
  readonly #secret: KeyObject
  #stored: StoredHash[] = []

  constructor(like?: MemoryLog) {
    const made = generateKeyPairSync('ed25519')
    this.#secret = like ? like.#secret : made.privateKey
    const raw = made.publicKey.export({ format: 'jwk' }).x ?? ''
    this.key = like?.key ?? verifierKey(PLACE, new Uint8Array(Buffer.from(raw, 'base64url')))
  }

  get size(): number {
    return this.leaves.length
  }

  get read(): ReadHashes {
    return readingFrom(this.#stored)
  }

  /** Notes a reply of a conversation, whose replies before are all in this log. */
  reply(words: string): number {
    const claims: Claims = {
      question: ['What is light?'],
      parts: [{ kind: 'text', text: words }],
      tools: ['a result'],
      consents: [],
    }
    const secret = new Uint8Array(randomBytes(32))
    const time = '2026-11-26T12:00:00.000Z'
    const model = { asked: 'a-model', answered: null }
    const fields = { place: PLACE, agent: 'an agent', version: null, model, previous: null, time }
    const { text, bytes } = makeLeaf(secret, claims, fields)
    this.leaves.push({ text, secret, claims })
    this.note([leafHash(bytes)])
    return this.size - 1
  }

  note(hashes: readonly Hash[]): void {
    const size = this.#stored.filter(({ level }) => level === 0).length
    this.#stored = [...this.#stored, ...append(this.read, size, hashes).added]
  }

  rootAt(size: number): Hash {
    return rootOf(this.read, 0, size)
  }

  checkpoint(size = this.size): string {
    const text = checkpointText({ origin: PLACE, size, root: this.rootAt(size) })
    return writeNote(text, [signatureLine(this.key, sign(null, utf8(text), this.#secret))])
  }

  receipt(index: number, { size = this.size, since }: { size?: number; since?: number } = {}): ReceiptFile {
    const { text, secret, claims } = this.leaves[index] as MemoryLog['leaves'][number]
    const leaf = readLeaf(text)
    if (!leaf) throw new Error('this is no leaf')
    return {
      format: RECEIPT_FORMAT,
      leaf: text,
      disclosed: disclose(secret, claims, leaf),
      proof: writeProof({
        index,
        hashes: inclusionProof(this.read, index, size),
        checkpoint: this.checkpoint(size),
      }),
      keys: [writeVerifierKey(this.key)],
      since:
        since === undefined
          ? null
          : { size: since, hashes: consistencyProof(this.read, since, size).map(toBase64) },
    }
  }
}

const PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

export const verifyWithNode: VerifySignature = async (publicKey, message, signature) =>
  verify(null, message, { key: Buffer.concat([PREFIX, publicKey]), format: 'der', type: 'spki' }, signature)
