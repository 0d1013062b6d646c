import * as z from 'zod/mini'
import type { Sealed, SecretBox } from '../../../base/secrets/secret-box.ts'

/** A server that people sign in at. */
export interface SignInServer {
  /** The id of an own one, or the name of one of the place. */
  id: string
  address: string
  /** Where the operator registered this place by hand, and with which issuer. */
  client?: { id: string; secret?: string | undefined; issuer?: string | undefined } | undefined
}

const text = z.string().check(z.maxLength(16_384))

/** What this place is known as at an authorization server: an id is only valid where it was given (RFC 6749, 2.2). */
const clientSchema = z.object({
  client_id: text,
  client_secret: z.optional(text),
  client_secret_expires_at: z.optional(z.number()),
  token_endpoint_auth_method: z.optional(text),
  issuer: text,
  /** Where people are sent back to, which was registered with it. */
  redirect: text,
})
export type StoredClient = z.infer<typeof clientSchema>

/** What is needed of an authorization server's metadata (RFC 8414) after a person has come back from it. */
const metadataSchema = z.object({
  issuer: text,
  authorization_endpoint: text,
  token_endpoint: text,
  revocation_endpoint: z.optional(text),
  response_types_supported: z.array(text),
  token_endpoint_auth_methods_supported: z.optional(z.array(text)),
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
})

/** Where a person signs in, and as which client. */
const placeSchema = z.object({
  authorizationServer: text,
  metadata: metadataSchema,
  client: clientSchema,
  /** The resource that tokens are for (RFC 8707). */
  resource: z.optional(text),
  /** What was asked for. */
  scope: z.optional(text),
})
export type AuthorizationPlace = z.infer<typeof placeSchema>

/** What a server said when it refused a request (RFC 6750, RFC 9728). */
const challengeSchema = z.object({ metadataUrl: z.optional(text), scope: z.optional(text) })
export type Challenge = z.infer<typeof challengeSchema>

const signInSchema = z.object({
  /** Null until the person has signed in. */
  tokens: z.nullable(z.object({ access: text, refresh: z.optional(text) })),
  at: z.nullable(placeSchema),
  /** What the next sign-in is to ask for; null for what it would ask by itself. */
  wants: z.nullable(challengeSchema),
})
export type StoredSignIn = z.infer<typeof signInSchema>

const pendingSchema = z.object({
  server: text,
  address: text,
  wallet: text,
  session: text,
  verifier: text,
  at: placeSchema,
})
export type StoredPending = z.infer<typeof pendingSchema>

interface Cells {
  signIn: { server: SignInServer; wallet: string }
  client: { server: SignInServer }
  pending: { digest: string }
}

/** Tokens open only for the person and the server that they are of, at the address where it was then. */
const boundTo = {
  signIn: ({ server, wallet }: Cells['signIn']) => ['mcp token', server.id, server.address, wallet],
  client: ({ server }: Cells['client']) => ['mcp client', server.id, server.address],
  pending: ({ digest }: Cells['pending']) => ['mcp sign-in', digest],
}

const schemas = { signIn: signInSchema, client: clientSchema, pending: pendingSchema }

type Stored = { signIn: StoredSignIn; client: StoredClient; pending: StoredPending }

export function seal<Kind extends keyof Stored>(
  box: SecretBox,
  kind: Kind,
  value: Stored[Kind],
  cell: Cells[Kind],
): { sealed: Uint8Array; secretId: string } {
  const { bytes, secretId } = box.seal(JSON.stringify(value), boundTo[kind](cell as never))
  return { sealed: bytes, secretId }
}

/** Null if no secret of this server opens it, or it is not where it was stored. */
export function open<Kind extends keyof Stored>(
  box: SecretBox,
  kind: Kind,
  row: { sealed: Uint8Array; secretId: string },
  cell: Cells[Kind],
): Stored[Kind] | null {
  const sealed: Sealed = { bytes: row.sealed, secretId: row.secretId }
  const json = box.open(sealed, boundTo[kind](cell as never))
  if (json === null) return null
  const parsed = schemas[kind].safeParse(JSON.parse(json))
  return parsed.success ? (parsed.data as Stored[Kind]) : null
}

/** The metadata of an authorization server without what is not needed again. */
export const metadataOf = (metadata: unknown) => metadataSchema.safeParse(metadata).data ?? null
