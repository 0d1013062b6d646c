import * as z from 'zod/mini'
import { KEY_VARIABLE } from '../../../base/env.ts'

/** Which variables may be sent to a server, so that nothing else of the environment can be. */
const variable = /\$\{([^}]*)\}/g

const example = ['$', '{LIBRARY_API_KEY}'].join('')

const described = (text: string) => z.meta({ description: text })

const headerValue = z.string('must be a text.').check(
  z.maxLength(4_096, 'must have at most 4,096 characters.'),
  z.refine((text) => /^[\x20-\x7e]*$/.test(text), 'must be one line of plain letters.'),
  z.refine(
    (text) => [...text.matchAll(variable)].every(([, name]) => KEY_VARIABLE.test(name ?? '')),
    `may name variables that end in _API_KEY only, as ${example}.`,
  ),
)

/** Headers that hold a secret, which belongs into the environment. */
const secretHeader = /authorization|cookie|key|secret|token/i

const headersSchema = z
  .record(
    z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'is no name of a header.')),
    headerValue,
    'must be an object.',
  )
  .check(
    z.refine(
      (all) =>
        Object.entries(all).every(([name, value]) => !secretHeader.test(name) || value.match(variable)),
      `must not hold a secret: put it into a variable whose name ends in _API_KEY, and name that as ${example}.`,
    ),
    described(`Sent with every request. ${example} stands for the variable of that name.`),
  )

const serverName = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9][a-z0-9-]{0,39}$/,
      'is no name of a server: small letters, digits and hyphens, 40 at most.',
    ),
  )

/** A secret is never written into the file itself. */
const secretValue = headerValue.check(
  z.refine((text) => /^\$\{[^}]*\}$/.test(text), `must be the name of a variable, as ${example}.`),
)

const clientSchema = z.strictObject({
  id: z
    .string('must be a text.')
    .check(z.minLength(1, 'must not be empty.'), z.maxLength(2_048, 'must have at most 2,048 characters.')),
  secret: z.optional(secretValue),
  issuer: z.optional(
    z
      .string('must be an address.')
      .check(
        z.refine(isPlainAddress, 'must be an address such as https://login.example, without a password.'),
      ),
  ),
})

const serverSchema = z.strictObject({
  name: z.optional(
    z
      .string('must be a text.')
      .check(
        z.minLength(1, 'must not be empty.'),
        z.maxLength(60, 'must have at most 60 characters.'),
        described('What people read.'),
      ),
  ),
  address: z
    .string('must be an address.')
    .check(
      z.refine(isPlainAddress, 'must be an address such as https://tools.example/mcp, without a password.'),
      described('Of its Streamable HTTP.'),
    ),
  headers: z.optional(headersSchema),
  signIn: z.optional(
    z.boolean('must be true or false.').check(described('Each person signs in there with OAuth.')),
  ),
  client: z.optional(
    clientSchema.check(
      described(
        'Where this place was registered by hand: what it is known as there, for people who sign in.',
      ),
    ),
  ),
  showAddress: z.optional(
    z
      .boolean('must be true or false.')
      .check(described('Whether people see more of the address than its host.')),
  ),
})

const serversFileSchema = z.strictObject({
  $schema: z.optional(z.string()),
  servers: z
    .record(serverName, serverSchema, 'must be an object.')
    .check(z.refine((all) => Object.keys(all).length <= 50, 'has more than 50 servers.')),
})
export type ServersFile = z.infer<typeof serversFileSchema>

/** The message is one plain sentence that names the place of the fault, and never a value. */
export class ServersFileError extends Error {
  override name = 'ServersFileError'
}

/** @throws {ServersFileError} */
export function parseServersFile(text: string): ServersFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new ServersFileError('It is no JSON.')
  }
  const parsed = serversFileSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const extra = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const place = [...(issue?.path ?? []), ...extra].map(String).join('.')
  const inner = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message
  const why = extra.length > 0 ? 'is nothing that is known here.' : inner
  throw new ServersFileError(`"${place}" ${why && /^[a-z].*\.$/.test(why) ? why : 'is not valid.'}`)
}

/**
 * A value with the variables that it names.
 * @throws {ServersFileError} for one that is not set
 */
export function filledIn(value: string, apiKeys: Readonly<Record<string, string>>): string {
  return value.replace(variable, (_, name: string) => {
    const key = apiKeys[name]
    if (key === undefined) throw new ServersFileError(`The variable ${name} is not set.`)
    return key
  })
}

/** As JSON Schema, for editors. */
export function describeServersFile(): object {
  const schema = z.toJSONSchema(serversFileSchema, { io: 'input', target: 'draft-2020-12' })
  return { title: 'The servers of tools of a Bionic', ...schema }
}

function isPlainAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.username === '' && url.password === '' && url.hash === ''
}
