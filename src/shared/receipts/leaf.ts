import { canonicalJson, type Json } from '../text/canonical-json.ts'
import { joined, toBase64, utf8 } from './bytes.ts'
import { sha256 } from './sha256.ts'

const LEAF_KIND = 'bionic-reply/1'

/** What the place notes of a finished reply. Hashes are in base64; those of what people said are salted. */
export interface Leaf {
  kind: typeof LEAF_KIND
  /** The name of the place, which is that of its checkpoints. */
  place: string
  agent: string
  /** The manifest of the agent's version that was published when it was asked, in hexadecimal. */
  version: string | null
  /** As the place knows it: nothing shows that this model answered. Null for the engine without a model. */
  model: { asked: string; answered: string | null } | null
  question: string
  parts: string[]
  tools: string[]
  consents: string[]
  /** The leaf of the reply before on the same path; null if that has none. */
  previous: string | null
  /** When the end of the reply was stored, as ISO 8601. */
  time: string
}

/** The lists of a leaf whose entries are salted hashes. */
export const CLAIMED = ['question', 'parts', 'tools', 'consents'] as const
export type Claimed = (typeof CLAIMED)[number]

/** What the salted hashes are of. */
export type Claims = Record<Claimed, readonly Json[]>

/** A value with the salt that makes its hash; null where it is kept back. */
export type Disclosed = Record<Claimed, readonly ({ salt: string; value: Json } | null)[]>

export const saltedHash = (salt: Uint8Array, value: Json): Uint8Array =>
  sha256(joined(salt, utf8(canonicalJson(value))))

const SALT_BYTES = 16

/** Each value has a salt of its own, so that one can be shown and another kept back; all come from one secret. */
const saltOf = (secret: Uint8Array, list: Claimed, nth: number): Uint8Array =>
  sha256(joined(secret, utf8(`${list} ${nth}`))).slice(0, SALT_BYTES)

export function makeLeaf(
  secret: Uint8Array,
  claims: Claims,
  fields: Omit<Leaf, 'kind' | Claimed>,
): { text: string; bytes: Uint8Array } {
  const hashes = (list: Claimed) =>
    claims[list].map((value, nth) => toBase64(saltedHash(saltOf(secret, list, nth), value)))
  const [question = ''] = hashes('question')
  const leaf = {
    ...{ ...fields, kind: LEAF_KIND, question },
    ...{ parts: hashes('parts'), tools: hashes('tools'), consents: hashes('consents') },
  }
  const text = canonicalJson(leaf)
  return { text, bytes: utf8(text) }
}

/** The values that still are what the leaf has hashes of; others, such as what was changed since, are kept back. */
export function disclose(secret: Uint8Array, claims: Claims, leaf: Leaf): Disclosed {
  const entries = CLAIMED.map((list) => [
    list,
    hashesOf(leaf, list).map((hash, nth) => {
      const value = claims[list][nth]
      const salt = saltOf(secret, list, nth)
      const isSame = value !== undefined && toBase64(saltedHash(salt, value)) === hash
      return isSame ? { salt: toBase64(salt), value } : null
    }),
  ])
  return Object.fromEntries(entries) as Disclosed
}

export const hashesOf = (leaf: Leaf, list: Claimed): readonly string[] =>
  list === 'question' ? [leaf.question] : leaf[list]

/** Null if it is not a leaf in its canonical form. */
export function readLeaf(text: string): Leaf | null {
  const value = parsed(text) as Partial<Record<keyof Leaf, unknown>> | null
  if (typeof value !== 'object' || value === null || value.kind !== LEAF_KIND) return null
  const { place, agent, version, previous, time, question, model } = value
  const isTold = [place, agent, question, time].every((one) => typeof one === 'string')
  const areKnown = [version, previous].every((one) => one === null || typeof one === 'string')
  const areLists = [value.parts, value.tools, value.consents].every(
    (list) => Array.isArray(list) && list.every((one) => typeof one === 'string'),
  )
  if (!isTold || !areKnown || !areLists || !isModel(model) || canonicalJson(value as Json) !== text)
    return null
  return value as unknown as Leaf
}

function isModel(model: unknown): boolean {
  if (model === null) return true
  if (typeof model !== 'object') return false
  const { asked, answered } = model as Record<string, unknown>
  return typeof asked === 'string' && (answered === null || typeof answered === 'string')
}

/** Null for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
