import * as z from 'zod/mini'

export const sessionSchema = z.object({
  user: z.object({ address: z.string() }),
  expiresAt: z.iso.datetime(),
})
export type Session = z.infer<typeof sessionSchema>

/** Null if nobody is signed in, which is not an error. */
export const currentSessionSchema = z.object({ session: z.nullable(sessionSchema) })

const address = z
  .string('A wallet address is required.')
  .check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'That is not a Solana address.'))

export const nonceRequestSchema = z.strictObject({ address })

export const SIGN_IN_STATEMENT =
  'Sign in to Bionic. This proves that the wallet is yours; it sends no transaction and costs nothing.'

/** The input of `solana:signIn`. A wallet without that feature signs its `signInText` as a message. */
export const signInInputSchema = z.object({
  domain: z.string(),
  address,
  statement: z.string(),
  uri: z.string(),
  version: z.literal('1'),
  chainId: z.string(),
  nonce: z.string(),
  issuedAt: z.iso.datetime(),
  expirationTime: z.iso.datetime(),
})
export type SignInInput = z.infer<typeof signInInputSchema>

const base64 = (label: string, max: number) =>
  z
    .string(`${label} is required.`)
    .check(z.maxLength(max), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, `${label} must be base64.`))

/** What the wallet reports to have signed, and its signature over exactly those bytes. */
export const signInProofSchema = z.strictObject({
  address,
  signedMessage: base64('The signed message', 4_096),
  signature: base64('The signature', 128),
})
export type SignInProof = z.infer<typeof signInProofSchema>

/** Section 5: the cluster that an endpoint's address names. Letters of a host have no case. */
export type Cluster = 'devnet' | 'testnet' | 'mainnet-beta'

export function clusterOf(endpoint: string): Cluster {
  if (/devnet/i.test(endpoint)) return 'devnet'
  if (/testnet/i.test(endpoint)) return 'testnet'
  return 'mainnet-beta'
}

/** The Wallet Standard says `mainnet` for Solana's `mainnet-beta`. */
export function chainOf(cluster: Cluster): `solana:${string}` {
  return cluster === 'mainnet-beta' ? 'solana:mainnet' : `solana:${cluster}`
}

export function signInText(input: SignInInput): string {
  return [
    `${input.domain} wants you to sign in with your Solana account:`,
    input.address,
    '',
    input.statement,
    '',
    `URI: ${input.uri}`,
    `Version: ${input.version}`,
    `Chain ID: ${input.chainId}`,
    `Nonce: ${input.nonce}`,
    `Issued At: ${input.issuedAt}`,
    `Expiration Time: ${input.expirationTime}`,
  ].join('\n')
}
