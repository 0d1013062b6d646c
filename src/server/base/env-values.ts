import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'
import { isSolanaAddress } from '../../shared/session/base58.ts'
import { durationPattern } from './duration.ts'
import { parseRedisUrl } from './redis-address.ts'

export const number = (what: string, min: number, max: number) =>
  z.coerce
    .number(`must be ${what}.`)
    .check(
      z.int(`must be ${what}.`),
      z.gte(min, `must be at least ${min}.`),
      z.lte(max, `must be at most ${max}.`),
    )

export const webAddress = (what: string) =>
  z.string().check(
    z.refine((text) => {
      const url = URL.parse(text)
      return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
    }, `must be ${what}.`),
  )

export const splitByComma = (list: string) => list.split(',').flatMap((part) => part.trim() || [])

const isPrintable = (text: string | null) => text !== null && !/\p{Cc}/u.test(text)

/** The address of the place itself, which is an origin. */
export const origin = webAddress('an address such as https://bionic.example').check(
  z.refine(
    (text) => {
      const url = URL.parse(text)
      if (url === null) return true
      const { username, password, pathname, search, hash } = url
      return `${username}${password}${pathname}${search}${hash}` === '/'
    },
    {
      error: 'must be an address alone, such as https://bionic.example: no user, path, question or fragment.',
    },
  ),
)

/** Lists such as `name=value,other=value` with percent-encoded values, as OpenTelemetry has them. */
export const namedValues = (what: string) =>
  z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (list) =>
              splitByComma(list).every((pair) => /^[\w.-]+=./.test(pair) && isPrintable(decode(pair))),
            `must be ${what}, separated by commas.`,
          ),
        ),
      z.transform((list) =>
        Object.fromEntries(
          splitByComma(list).map((pair): [string, string] => {
            const at = pair.indexOf('=')
            return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))]
          }),
        ),
      ),
    ),
  )

/** As OpenTelemetry names them. */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Node tries for ever to make a folder in /proc, with all of a core; and what is stored needs a folder of its own. */
const isOnDisk = (path: string) => !/^\/(?:proc(?:\/|$)|$)/.test(resolve(path))

export const dataFolder = z.string().check(z.refine(isOnDisk, 'must be a folder on a disk.'))

export const flag = z.enum(['0', '1'], 'must be 0 or 1.')

export const addressRanges = z.optional(
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (list) => splitByComma(list).every((range) => ipaddr.isValidCIDR(range)),
          'must be ranges of addresses such as 10.0.0.0/8, separated by commas.',
        ),
      ),
    z.transform(splitByComma),
  ),
)

/** What was not encoded would end the password, and what is before it would be taken for a host; no driver decodes a bare %. */
const isEncoded = (address: string) => {
  const { hash, username = '', password = '', pathname = '' } = URL.parse(address) ?? {}
  return hash === '' && [username, password, pathname].every((part) => decode(part) !== null)
}

const unencoded =
  'is no address: in a user or a password, @ has to be written as %40, # as %23, / as %2F, ? as %3F, % as %25.'

export const redisAddress = z.optional(
  z.string().check(
    z.regex(/^rediss?:\/\//, 'must start with redis:// or rediss://.'),
    z.refine(
      (address) => parseRedisUrl(address) !== null,
      'must be the address of a Redis, or of several nodes of a cluster, such as redis://a:7000,b:7001.',
    ),
    z.refine((address) => isEncoded(parseRedisUrl(address)?.[0].url ?? ''), unencoded),
    z.refine(
      (address) => /^\/?\d*$/.test(URL.parse(parseRedisUrl(address)?.[0].url ?? '')?.pathname ?? ''),
      'must end with the number of a database, such as redis://127.0.0.1:6379/0, or have no path.',
    ),
  ),
)

const isPostgres = (address: string) => /^postgres(ql)?:\/\//.test(address)

export const postgresAddress = z.optional(
  z.string().check(
    z.refine(isPostgres, { error: 'must start with postgres:// or postgresql://.', abort: true }),
    z.refine(isEncoded, { error: unencoded, abort: true }),
    z.refine(
      (address) => (URL.parse(address)?.pathname.length ?? 0) > 1,
      'must name a database, such as postgres://user:password@127.0.0.1:5432/bionic.',
    ),
  ),
)

export const postgresAddresses = z.optional(
  z.pipe(
    z.string().check(
      z.refine(
        (list) => splitByComma(list).every(isPostgres),
        'must be addresses that start with postgres:// or postgresql://, separated by commas.',
      ),
      z.refine((list) => splitByComma(list).every(isEncoded), unencoded),
    ),
    z.transform(splitByComma),
  ),
)

const placeOfFiles =
  /^(?:disk:(?<folder>\/.*)|s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[\w./-]*))?)$/

/** Where the bytes of large files are; absent for the database. */
type FilesPlace = { kind: 'disk'; folder: string } | { kind: 's3'; bucket: string; prefix: string }

export const filesPlace = z.optional(
  z.pipe(
    z.string().check(
      z.regex(
        placeOfFiles,
        'must be a folder such as disk:/data/files, or a bucket such as s3://bucket/prefix.',
      ),
      z.refine(
        (text) => !text.startsWith('disk:') || isOnDisk(text.slice('disk:'.length)),
        'must be a folder on a disk, such as disk:/data/files.',
      ),
    ),
    z.transform((text): FilesPlace => {
      const { folder, bucket = '', prefix = '' } = placeOfFiles.exec(text)?.groups ?? {}
      if (folder !== undefined) return { kind: 'disk', folder }
      return { kind: 's3', bucket, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` }
    }),
  ),
)

export const duration = z
  .string()
  .check(
    z.regex(
      durationPattern,
      'must be a number of minutes, hours or days, from 1 to 9999, such as 30m, 6h or 7d.',
    ),
  )

export const wallets = z.optional(
  z.pipe(
    z.string().check(
      z.refine((list) => splitByComma(list).length > 0 && splitByComma(list).every(isSolanaAddress), {
        error: ({ input }) => {
          const wrong = splitByComma(String(input)).find((address) => !isSolanaAddress(address)) ?? input
          return `must be addresses of Solana wallets, separated by commas; "${wrong}" is not one.`
        },
      }),
    ),
    z.transform(splitByComma),
  ),
)

/** What is encoded with percent signs; null for what can't be. */
export function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
