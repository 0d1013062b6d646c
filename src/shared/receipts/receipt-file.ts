import { fromBase64 } from './bytes.ts'
import { CLAIMED, type Disclosed, parsed } from './leaf.ts'
import type { Hash } from './tree.ts'

export const RECEIPT_FORMAT = 'bionic-receipt/1'

/** One file with all that a check takes, beside a key and an older checkpoint that whoever checks has kept. */
export interface ReceiptFile {
  format: typeof RECEIPT_FORMAT
  /** The bytes of the leaf, as text. */
  leaf: string
  disclosed: Disclosed
  /** A `.tlog-proof` of C2SP, whole. */
  proof: string
  /** The place's keys, as it says itself. */
  keys: readonly string[]
  /** That the tree of an older checkpoint is the beginning of this one's. */
  since: { size: number; hashes: readonly string[] } | null
}

/** Null if it is not a receipt. */
export function readReceiptFile(text: string): ReceiptFile | null {
  const file = parsed(text) as Partial<ReceiptFile> | null
  if (typeof file !== 'object' || file?.format !== RECEIPT_FORMAT) return null
  const { leaf, proof, keys, disclosed, since } = file
  if (typeof leaf !== 'string' || typeof proof !== 'string' || !isTexts(keys) || !isDisclosed(disclosed))
    return null
  if (since !== null && (typeof since?.size !== 'number' || !isTexts(since.hashes))) return null
  return file as ReceiptFile
}

/** Null if one of them is no hash. */
export function hashesFrom(texts: readonly string[]): Hash[] | null {
  const hashes = texts.flatMap((text) => fromBase64(text) ?? [])
  return hashes.length === texts.length && hashes.every(({ length }) => length === 32) ? hashes : null
}

const isTexts = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((one) => typeof one === 'string')

function isDisclosed(disclosed: unknown): boolean {
  if (typeof disclosed !== 'object' || disclosed === null) return false
  return CLAIMED.every((name) => {
    const list: unknown = (disclosed as Record<string, unknown>)[name]
    return (
      Array.isArray(list) &&
      list.every(
        (one: unknown) =>
          one === null ||
          (typeof one === 'object' &&
            typeof (one as { salt?: unknown }).salt === 'string' &&
            (one as { value?: unknown }).value !== undefined),
      )
    )
  })
}
