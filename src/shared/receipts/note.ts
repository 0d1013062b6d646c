import { areEqual, fromBase64, joined, toBase64, toHex, utf8 } from './bytes.ts'
import { sha256 } from './sha256.ts'

/** C2SP signed-note: a text, an empty line, and a line for each signature. Keys are of Ed25519. */

const ED25519 = Uint8Array.of(1)
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
const ID_BYTES = 4

/** Whether it can be the name of a key: neither spaces nor a plus. */
export const isKeyName = (name: string): boolean => /^[^\s+\p{Cc}]{1,200}$/u.test(name)

export interface VerifierKey {
  name: string
  /** The first bytes of the SHA-256 of its name and itself. */
  id: Uint8Array
  publicKey: Uint8Array
}

interface NoteSignature {
  name: string
  id: Uint8Array
  signature: Uint8Array
}

export interface SignedNote {
  /** With the line feed at its end; these bytes are signed. */
  text: string
  signatures: NoteSignature[]
}

export function verifierKey(name: string, publicKey: Uint8Array): VerifierKey {
  const id = sha256(joined(utf8(`${name}\n`), ED25519, publicKey)).slice(0, ID_BYTES)
  return { name, id, publicKey }
}

/** As a line for people and programs: `name+id+key`. */
export const writeVerifierKey = ({ name, id, publicKey }: VerifierKey): string =>
  `${name}+${toHex(id)}+${toBase64(joined(ED25519, publicKey))}`

/** Null if it is not one, or its id is not that of name and key. */
export function readVerifierKey(line: string): VerifierKey | null {
  const [, name, id, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(line.trim()) ?? []
  const bytes = encoded === undefined ? null : fromBase64(encoded)
  if (name === undefined || !isKeyName(name) || bytes?.length !== KEY_BYTES + 1 || bytes[0] !== ED25519[0])
    return null
  const key = verifierKey(name, bytes.slice(1))
  return toHex(key.id) === id ? key : null
}

export const signatureLine = ({ name, id }: VerifierKey, signature: Uint8Array): string =>
  `— ${name} ${toBase64(joined(id, signature))}\n`

/** @param text ends with a line feed */
export const writeNote = (text: string, signatureLines: readonly string[]): string =>
  `${text}\n${signatureLines.join('')}`

/** Null if it is not a note, or has a line that no signature can be. */
export function readNote(note: string): SignedNote | null {
  const at = note.lastIndexOf('\n\n')
  if (at < 0 || !note.endsWith('\n')) return null
  const lines = note.slice(at + 2, -1).split('\n')
  const signatures = lines.map(readSignature)
  const all = signatures.flatMap((signature) => signature ?? [])
  if (all.length !== lines.length || all.length > 100) return null
  return { text: note.slice(0, at + 1), signatures: all }
}

/** The signatures that say they are by this key; signatures of others, such as witnesses, stand beside it. */
export function signaturesBy({ signatures }: SignedNote, key: VerifierKey): NoteSignature[] {
  return signatures.filter(
    ({ name, id, signature }) =>
      name === key.name && areEqual(id, key.id) && signature.length === SIGNATURE_BYTES,
  )
}

function readSignature(line: string): NoteSignature | null {
  const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? []
  const bytes = encoded === undefined ? null : fromBase64(encoded)
  if (name === undefined || !isKeyName(name) || !bytes || bytes.length <= ID_BYTES) return null
  return { name, id: bytes.slice(0, ID_BYTES), signature: bytes.slice(ID_BYTES) }
}
