import * as z from 'zod/mini'

/**
 * A program that wants to use agents in somebody's name sends the person to `/authorize` with these parameters (OAuth
 * 2.1, authorization code with PKCE). Which of them are valid is decided by the server, since an error goes back to the
 * program where that is safe.
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

/** The body of `POST /api/authorization`, by which a signed-in wallet consents. */
export const consentSchema = z.strictObject(parameters)

/** What is known of the program. Its name is its own claim; the site is where the consent is sent. */
const clientSchema = z.object({
  name: z.string(),
  /** The origin that the person is sent back to. */
  site: z.string(),
  /** Whether that is a program on the person's own machine. */
  isLocal: z.boolean(),
})
export type AuthorizationClient = z.infer<typeof clientSchema>

/** What a person is asked, or why they can't be. */
export const authorizationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('asks'),
    client: clientSchema,
    /** How long the program may use agents, in days. */
    days: z.int(),
    /** What the wallet signs to identify the request. */
    request: z.string(),
    /** Where a person goes who refuses. */
    refuse: z.string(),
  }),
  /** The program made a mistake, and can be told. */
  z.object({ kind: z.literal('faulty'), client: clientSchema, message: z.string(), back: z.string() }),
  /** Nobody can be told, because it is not known where that would be safe. */
  z.object({ kind: z.literal('refused'), message: z.string() }),
])
export type Authorization = z.infer<typeof authorizationSchema>

export const consentedSchema = z.object({
  /** Where the person is sent back to, with the code. */
  back: z.string(),
})
