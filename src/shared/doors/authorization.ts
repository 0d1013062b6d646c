import * as z from 'zod/mini'

/**
 * The parameters of `/authorize` (OAuth 2.1, authorization code with PKCE). The server decides which of them are valid,
 * since an error goes back to the program only where that is safe.
 */
const parameter = (max: number) =>
  z.optional(z.string('Give this once.').check(z.maxLength(max, 'This is too long.')))
const parameters = {
  response_type: parameter(40),
  client_id: parameter(4_000),
  redirect_uri: parameter(500),
  code_challenge: parameter(200),
  code_challenge_method: parameter(20),
  scope: parameter(500),
  state: parameter(2_000),
  resource: parameter(500),
}

export const authorizationQuerySchema = z.object(parameters)
export type AuthorizationQuery = z.infer<typeof authorizationQuerySchema>

export const consentSchema = z.strictObject(parameters)

/** The name is the program's own claim; the consent is sent to the site. */
const clientSchema = z.object({
  name: z.string(),
  site: z.string(),
  /** A program on the person's own machine. */
  isLocal: z.boolean(),
})
export type AuthorizationClient = z.infer<typeof clientSchema>

export const authorizationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('asks'),
    client: clientSchema,
    days: z.int(),
    /** The wallet signs it to identify the request. */
    request: z.string(),
    /** A person who refuses goes there. */
    refuse: z.string(),
  }),
  /** The program made a mistake, and can be told. */
  z.object({ kind: z.literal('faulty'), client: clientSchema, message: z.string(), back: z.string() }),
  /** The program can't be told, because it is not known where that would be safe. */
  z.object({ kind: z.literal('refused'), message: z.string() }),
])
export type Authorization = z.infer<typeof authorizationSchema>

export const consentedSchema = z.object({
  back: z.string(),
})
