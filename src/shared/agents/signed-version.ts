import * as z from 'zod/mini'
import { decodeBase58 } from '../session/base58.ts'
import { decodeBase64 } from '../session/base64.ts'
import { walletSchema } from '../session/fresh-signature.ts'
import { stripOffchainHeader } from '../session/offchain-header.ts'
import { hashSchema, manifestHash, manifestSchema, type Sha256 } from './manifest.ts'

/** What a wallet signs of a version. */
export interface SignedText {
  /** The origin of the place where it was published. */
  place: string
  agent: string
  /** The hash of its manifest. */
  version: string
  /** ISO 8601, in UTC. */
  time: string
}

/** Between the clocks of a page and of a place, in milliseconds. */
export const SIGNED_WITHIN_MS = 5 * 60_000

/** What hardware wallets show and sign: so many printable ASCII characters in one line. */
export const SIGNED_TEXT_MAX = 1_000

/** Names what a wallet stands for, so that its signature is good for no other place, agent, version or time. */
export function signedVersionText({ place, agent, version, time }: SignedText): string {
  return `I publish version ${version} of the agent ${agent} on Bionic at ${place}. Time: ${time}. This sends no transaction and costs nothing.`
}

const FORM =
  /^I publish version ([0-9a-f]{64}) of the agent ([0-9a-f-]{36}) on Bionic at (https?:\/\/[!-~]{1,300}?)\. Time: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\. This sends no transaction and costs nothing\.$/

/** The exact inverse; null for any other text. */
export function readSignedVersion(text: string): SignedText | null {
  const [, version, agent, place, time] = FORM.exec(text) ?? []
  if (!version || !agent || !place || !time || Number.isNaN(Date.parse(time))) return null
  const read = { place, agent, version, time }
  return signedVersionText(read) === text && text.length <= SIGNED_TEXT_MAX ? read : null
}

const base64 = (label: string, max: number) =>
  z
    .string(`${label} is required.`)
    .check(z.maxLength(max), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, `${label} must be base64.`))

/** The body of `PUT /api/agents/{id}/signature`: the bytes that the wallet says it signed, and its signature over them. */
export const versionProofSchema = z.strictObject({
  signedMessage: base64('The signed message', 2_048),
  signature: base64('The signature', 88),
})
export type VersionProof = z.infer<typeof versionProofSchema>

const versionSignatureSchema = z.object({ signer: walletSchema, ...versionProofSchema.shape })
export type VersionSignature = z.infer<typeof versionSignatureSchema>

/** A version that can be verified by itself, wherever it went. */
export const signedVersionSchema = z.object({ manifest: manifestSchema, ...versionSignatureSchema.shape })
export type SignedVersion = z.infer<typeof signedVersionSchema>

/** What the platform does: WebCrypto in pages, Node on servers and in programs. */
export interface VersionCrypto {
  sha256: Sha256
  /** Ed25519 (RFC 8032) over exactly these bytes. */
  isSignedBy: (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>
}

/** Says what exactly was signed; null unless the signature is this wallet's over these very bytes. */
export async function readVersionSignature(
  { signer, signedMessage, signature }: VersionSignature,
  { isSignedBy }: Pick<VersionCrypto, 'isSignedBy'>,
): Promise<SignedText | null> {
  const [key, message, signed] = [decodeBase58(signer), decodeBase64(signedMessage), decodeBase64(signature)]
  if (key?.length !== 32 || !message || signed?.length !== 64) return null
  if (!(await isSignedBy(key, message, signed))) return null
  const text = stripOffchainHeader(message, key)
  return text && readSignedVersion(String.fromCharCode(...text))
}

/** What was signed, of a version that is whole: null if its signature, its manifest or its agent is another one. */
export async function verifySignedVersion(
  { manifest, ...signature }: SignedVersion,
  crypto: VersionCrypto,
): Promise<SignedText | null> {
  const text = await readVersionSignature(signature, crypto)
  if (!text || text.agent !== manifest.agent) return null
  return (await manifestHash(manifest, crypto.sha256)) === text.version ? text : null
}

/** Which agent another one was made of. */
export const creditSchema = z.object({
  id: z.uuid(),
  name: z.string().check(z.maxLength(200)),
  /** Empty once that wallet has left. */
  owner: z.string().check(z.maxLength(44)),
  hash: z.nullable(hashSchema),
})
export type Credit = z.infer<typeof creditSchema>

/** What an agent that was brought here says of where it is from: of a card or an export, which anybody can write. */
const elsewhereSchema = z.object({
  /** Its signature has been verified. */
  signed: z.nullable(signedVersionSchema),
  copyOf: z.nullable(creditSchema),
})
export type Elsewhere = z.infer<typeof elsewhereSchema>

/** Of an agent whether its owner signed what it is now. `changed`: what they signed was an earlier version. */
const signedStates = ['draft', 'unsigned', 'signed', 'changed'] as const

/** The response of `GET /api/agents/{id}/manifest`. */
export const agentManifestSchema = z.object({
  /** Of the manifest, which is what replies are made from now. */
  hash: hashSchema,
  manifest: manifestSchema,
  state: z.enum(signedStates),
  /** The newest signature there is. */
  signed: z.nullable(z.object({ ...versionSignatureSchema.shape, hash: hashSchema, version: z.int() })),
  /** The published versions that are kept, newest first. What an earlier one consisted of is its owner's to read. */
  chain: z.array(
    z.object({
      hash: hashSchema,
      before: z.nullable(hashSchema),
      version: z.int(),
      publishedAt: z.iso.datetime(),
      signer: z.nullable(z.string()),
      signedAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** What it is a copy of, and what that is a copy of, as far as it can be followed; only what is there has a page. */
  credits: z.array(z.extend(creditSchema, { isThere: z.boolean() })),
  elsewhere: z.nullable(elsewhereSchema),
})
export type AgentManifestView = z.infer<typeof agentManifestSchema>

/** The response of `GET /api/agents/{id}/manifests/{hash}`. */
export const storedManifestSchema = z.object({
  hash: hashSchema,
  manifest: manifestSchema,
  signed: z.nullable(versionSignatureSchema),
})
export type StoredManifestView = z.infer<typeof storedManifestSchema>
