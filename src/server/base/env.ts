import type * as z from 'zod/mini'
import { envSchema } from './env-schema.ts'
import { doubtsOfSecrets, printableSecret } from './env-secrets.ts'
import { decode } from './env-values.ts'
import { parseRedisUrl } from './redis-address.ts'
import { readSecretFiles } from './secret-files.ts'

export type Env = z.infer<typeof envSchema> & {
  /** The values of all variables whose names end in `_API_KEY`, of which the models file can name any. */
  apiKeys: Readonly<Record<string, string>>
  /** What was probably meant otherwise, as sentences for the log. */
  doubts: readonly string[]
}

/** Of an environment variable that has somebody's key. */
export const KEY_VARIABLE = /^[A-Z][A-Z0-9_]*_API_KEY$/

/** A shorter value is a word such as `none`, which the log would lose. */
const SHORTEST_KEY = 8

export const envNames = Object.keys(envSchema.shape)

/** Addresses that can have a password or a key in them. */
const secretAddresses = [
  ...(['DATABASE_URL', 'DATABASE_REPLICAS', 'REDIS_URL', 'OPENAI_BASE_URL', 'SOLANA_RPC_URL'] as const),
  ...(['MODEL_HUB', 'HTTP_PROXY', 'HTTPS_PROXY'] as const),
]

/** Whether a variable holds a secret, so that its value may be in a file which `<name>_FILE` names. */
export function isSecretName(name: string): boolean {
  if (KEY_VARIABLE.test(name) || name === 'OTEL_EXPORTER_OTLP_HEADERS') return true
  return envNames.includes(name) && (/_(KEY|TOKEN|SECRET|PASSWORD)$/.test(name) || isSecretAddress(name))
}

const isSecretAddress = (name: string) => secretAddresses.some((address) => address === name)

/** Keys and the passwords in addresses, encoded and decoded, which must not appear in the log. */
export function secretsOf(env: Env): string[] {
  // The nodes of a Redis cluster share their password.
  const redis = env.REDIS_URL === undefined ? undefined : parseRedisUrl(env.REDIS_URL)?.[0].url
  const given = { ...env, ...(redis !== undefined && { REDIS_URL: redis }) }
  const passwords = secretAddresses
    .flatMap((name) => given[name] ?? [])
    .flatMap((address) => {
      const url = URL.parse(address)
      if (!url) return address
      const parameters = [...url.searchParams.values()].filter((value) => value.length >= 16)
      return [url.password, decode(url.password) ?? url.password, ...parameters]
    })
  const keys = Object.values(env.apiKeys).filter((key) => key.length >= SHORTEST_KEY)
  // After the scheme of an `authorization` stands what is secret by itself.
  const headers = Object.values(env.OTEL_EXPORTER_OTLP_HEADERS ?? {})
    .flatMap((value) => [value, ...value.split(' ').slice(1)])
    .filter((value) => value.length >= SHORTEST_KEY)
  return [
    env.OPENAI_API_KEY,
    env.METRICS_TOKEN,
    env.FILES_KEY,
    env.FILES_SECRET,
    ...keys,
    ...headers,
    ...(env.SECRET_KEY ?? []),
    ...passwords,
  ].filter((secret) => secret !== undefined && secret !== '') as string[]
}

/** The message is one plain sentence that names the variable and says what to do. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/**
 * An empty variable counts as absent; a secret can be in a file that `<name>_FILE` names.
 * @throws {EnvError} for the first invalid variable
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const read = readSecretFiles(variables, isSecretName)
  // Keys of providers can be other programs' variables, and what others set keeps no server from starting.
  const [own, others] = [read.faults.filter(isOfSetting), read.faults.filter((fault) => !isOfSetting(fault))]
  if (own[0]) throw new EnvError(own[0].sentence)
  const source = read.variables
  const given = Object.fromEntries(
    envNames.flatMap((name) => (source[name]?.trim() ? [[name, source[name].trim()]] : [])),
  )
  const parsed = envSchema.safeParse(given)
  if (parsed.success) {
    const { DATABASE_REPLICAS, DATABASE_URL, REDIS_URL } = parsed.data
    if (DATABASE_REPLICAS && !(DATABASE_URL && REDIS_URL))
      throw new EnvError(
        'DATABASE_REPLICAS needs DATABASE_URL, the primary that they follow, and REDIS_URL, by which servers know who wrote what. Set both, or leave it out.',
      )
    refuseKeyless(parsed.data)
    const keys = keysIn(source)
    return {
      ...parsed.data,
      apiKeys: keys.usable,
      doubts: [
        ...others.map(({ sentence }) => sentence),
        ...doubtsOf(variables),
        ...doubtsOfSecrets(parsed.data.SECRET_KEY ?? []),
        ...keys.doubts,
      ],
    }
  }
  const issue = parsed.error.issues[0]
  throw new EnvError(`${issue?.path.join('.')} ${issue?.message} Change it, or leave it out.`)
}

const isOfSetting = ({ name }: { name: string }) => envNames.includes(name)

function refuseKeyless({ FILES, FILES_KEY, FILES_SECRET }: z.infer<typeof envSchema>): void {
  if (FILES?.kind !== 's3' || (FILES_KEY !== undefined && FILES_SECRET !== undefined)) return
  throw new EnvError('FILES is a bucket, so FILES_KEY and FILES_SECRET must be set, or name another place.')
}

/** Keys of providers, whichever a file of models names. Other programs have such variables, too. */
function keysIn(source: Record<string, string | undefined>) {
  const usable: Record<string, string> = {}
  const doubts: string[] = []
  for (const [name, value = ''] of Object.entries(source)) {
    const key = value.trim()
    if (!KEY_VARIABLE.test(name) || key === '') continue
    const { error } = printableSecret.safeParse(key)
    if (!error) usable[name] = key
    else if (envNames.includes(name))
      throw new EnvError(`${name} ${error.issues[0]?.message} Change it, or leave it out.`)
    else doubts.push(`${name} is not read, because it ${error.issues[0]?.message}`)
  }
  return { usable, doubts }
}

/** Other programs have variables of their own, so that only what is nearly one of Bionic's is doubted. */
function doubtsOf(variables: Record<string, string | undefined>): string[] {
  return Object.keys(variables).flatMap((name) => {
    if (envNames.includes(name) || KEY_VARIABLE.test(name)) return []
    const plain = name.replace(/_FILE$/, '')
    if (plain !== name && isSecretName(plain)) return []
    if (plain !== name && envNames.includes(plain))
      return [`${name} is not read, because only secrets can be in files: set ${plain} itself.`]
    const meant = envNames.find((known) => !known.endsWith('_PROXY') && isNearly(name, known))
    return meant === undefined ? [] : [`${name} is no setting: is ${meant} meant?`]
  })
}

/** Whether a name is another one with up to a quarter of its letters, and three, changed, added or left out. */
function isNearly(name: string, known: string): boolean {
  const most = Math.min(3, Math.floor(known.length / 4))
  if (Math.abs(name.length - known.length) > most) return false
  let row = Array.from({ length: known.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...name].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= known.length; at++)
      next[at] = Math.min(
        (row[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (row[at - 1] ?? 0) + (known[at - 1] === letter ? 0 : 1),
      )
    row = next
  }
  return (row.at(-1) ?? 0) <= most
}
