import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { encodeBase58 } from '../../shared/session/base58.ts'
import { EnvError, readEnv, secretsOf } from './env.ts'

const [one, other] = [1, 2].map((byte) => encodeBase58(new Uint8Array(32).fill(byte))) as [string, string]

test('the wallets of the operator are read from a list, with or without spaces', () => {
  expect(readEnv({ OPERATORS: ` ${one}, ${other},` }).OPERATORS).toEqual([one, other])
  expect(readEnv({ OPERATORS: one }).OPERATORS).toEqual([one])
  expect(readEnv({ OPERATORS: ' ' }).OPERATORS).toBeUndefined()
})

test.each([
  ['everybody', 'everybody'],
  [`${one};${other}`, `${one};${other}`],
  [`${one},${other.slice(1)}`, other.slice(1)],
  [`${one},0x52908400098527886E0F7030069857D2E4169EE7`, '0x52908400098527886E0F7030069857D2E4169EE7'],
])('the server does not start with an operator who has no Solana address: %s', (list, wrong) => {
  expect(() => readEnv({ OPERATORS: list })).toThrow(
    new EnvError(
      `OPERATORS must be addresses of Solana wallets, separated by commas; "${wrong}" is not one. Change it, or leave it out.`,
    ),
  )
})

test('all keys of the environment are known by their names, and none of them is shown', () => {
  const env = readEnv({
    GROQ_API_KEY: ' gsk-0123456789 ',
    OUR_API_KEY: 'ours-0123456789',
    NONE_API_KEY: 'none',
    PATH: '/bin',
  })
  expect(env.apiKeys).toEqual({
    GROQ_API_KEY: 'gsk-0123456789',
    OUR_API_KEY: 'ours-0123456789',
    NONE_API_KEY: 'none',
  })
  expect(secretsOf(env)).toEqual(['gsk-0123456789', 'ours-0123456789'])
})

test('replicas are a list of addresses, none of whose passwords is shown, beside a primary and a Redis', () => {
  const both = { DATABASE_URL: 'postgres://db/app', REDIS_URL: 'redis://redis' }
  const list = 'postgres://reader:replica-1@one/app, postgresql://reader:replica-2@two/app,'
  const env = readEnv({ ...both, DATABASE_REPLICAS: list })
  expect(env.DATABASE_REPLICAS).toEqual([
    'postgres://reader:replica-1@one/app',
    'postgresql://reader:replica-2@two/app',
  ])
  expect(secretsOf(env)).toEqual(expect.arrayContaining(['replica-1', 'replica-2']))
  expect(readEnv(both).DATABASE_REPLICAS).toBeUndefined()
  expect(() => readEnv({ ...both, DATABASE_REPLICAS: 'one:5432' })).toThrow(
    'DATABASE_REPLICAS must be addresses',
  )
  for (const name of ['DATABASE_URL', 'REDIS_URL'])
    expect(() => readEnv({ ...both, [name]: '', DATABASE_REPLICAS: list })).toThrow(
      'DATABASE_REPLICAS needs DATABASE_URL, the primary that they follow, and REDIS_URL',
    )
})

test('headers for a collector are read by name, decoded, and are secrets with and without their scheme', () => {
  const env = readEnv({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key, x-team=home' })
  expect(env.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ authorization: 'Bearer collector-key', 'x-team': 'home' })
  expect(secretsOf(env)).toEqual(expect.arrayContaining(['Bearer collector-key', 'collector-key']))
  expect(() => readEnv({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization' })).toThrow('OTEL_EXPORTER_OTLP_HEADERS')
  const path = join(temporaryFolder(), 'headers')
  writeFileSync(path, 'authorization=Bearer%20kept-in-a-file\n')
  expect(readEnv({ OTEL_EXPORTER_OTLP_HEADERS_FILE: path }).OTEL_EXPORTER_OTLP_HEADERS).toEqual({
    authorization: 'Bearer kept-in-a-file',
  })
  expect(() => readEnv({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG must be at most 1')
})

test('the password that the nodes of a Redis cluster share is a secret, and what is no list of them is told', () => {
  const env = readEnv({ REDIS_URL: 'redis://ann:shared%2Fword@a:7000,b:7001' })
  expect(secretsOf(env)).toEqual(['shared%2Fword', 'shared/word'])
  expect(() => readEnv({ REDIS_URL: 'redis://a:7000,b:port' })).toThrow(
    'must be the address of a Redis, or of several nodes of a cluster, such as redis://a:7000,b:7001.',
  )
})

test.each([
  [{ PORT: 'eighty' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ PUBLIC_URL: 'bionic' }, 'PUBLIC_URL'],
  [{ DATABASE_URL: 'mysql://root@127.0.0.1/x' }, 'DATABASE_URL'],
  [{ SEED_SAMPLES: 'yes' }, 'SEED_SAMPLES'],
  [{ DATA_DIR: '/proc/bionic' }, 'DATA_DIR'],
  [{ BACKUP_DIR: '/proc' }, 'BACKUP_DIR'],
  [{ FILES: 'disk:/proc/files' }, 'FILES'],
  [{ FILES: 'disk:/' }, 'FILES'],
  [{ REDIS_URL: 'redis://127.0.0.1/cache' }, 'REDIS_URL must end with the number of a database'],
  [{ DATABASE_URL: 'postgres://ada@127.0.0.1' }, 'DATABASE_URL must name a database'],
  [{ DATABASE_URL: 'postgres://ada:hun#ter2@127.0.0.1/app' }, 'DATABASE_URL is no address'],
  [{ DATABASE_URL: 'postgres://ada:hun%ter2@127.0.0.1/app' }, 'DATABASE_URL is no address: .* % as %25'],
  [{ DATABASE_URL: 'postgres://ada@127.0.0.1/a%pp' }, 'DATABASE_URL is no address'],
  [{ DATABASE_REPLICAS: 'postgres://ada:hun%ter2@127.0.0.1/app' }, 'DATABASE_REPLICAS is no address'],
  [{ REDIS_URL: 'redis://:hun%ter2@127.0.0.1,127.0.0.2:6380' }, 'REDIS_URL is no address'],
  [{ PUBLIC_URL: 'https://ada@bionic.example' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://bionic.example/chat' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://bionic.example/?a' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://bionic.example/#a' }, 'PUBLIC_URL'],
  [{ FILES_SECRET: "'quoted'" }, 'FILES_SECRET'],
  [{ METRICS_TOKEN: 'a tökën of sixteen' }, 'METRICS_TOKEN'],
  [{ OPENAI_API_KEY: 'schlüssel' }, 'OPENAI_API_KEY'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=a%0Ab' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ OPERATORS: ',' }, 'OPERATORS'],
  [{ BACKUP_EVERY: '10000m' }, 'BACKUP_EVERY must be a number .* from 1 to 9999'],
])('the server does not start with %o, and says in one line what is wrong with it', (given, name) => {
  const read = () => readEnv(given)
  expect(read).toThrow(EnvError)
  expect(read).toThrow(new RegExp(`^${name}[^\\n]+[.!]$`))
  expect(read).not.toThrow(/ter2/)
})

test('what is nearly a setting is doubted, and what other programs have is not', () => {
  const { doubts, CONTACT } = readEnv({
    ...{ PUBLIC_ULR: 'https://bionic.example', TRUSTED_PROXY: '1', PORT_FILE: '/run/port' },
    ...{
      HOME: '/root',
      PATH: '/bin',
      HOSTNAME: 'here',
      FTP_PROXY: 'http://proxy',
      OUR_API_KEY: 'ours-0123456789',
    },
    CONTACT: 'mailto:ada@bionic.example',
  })
  expect(doubts).toEqual([
    'PUBLIC_ULR is no setting: is PUBLIC_URL meant?',
    'TRUSTED_PROXY is no setting: is TRUSTED_PROXIES meant?',
    'PORT_FILE is not read, because only secrets can be in files: set PORT itself.',
  ])
  expect(CONTACT).toBe('ada@bionic.example')
})

test('a key that no header can carry is not read, unless it is of a setting, and nothing else fails for it', () => {
  const { doubts, apiKeys } = readEnv({ OTHERS_API_KEY: 'schlüssel', OUR_API_KEY: 'ours-0123456789' })
  expect(apiKeys).toEqual({ OUR_API_KEY: 'ours-0123456789' })
  expect(doubts).toEqual([
    expect.stringMatching(/^OTHERS_API_KEY is not read, because it must consist of letters/),
  ])
})

test('a secret under which something may be stored is never refused for what it is made of, but doubted', () => {
  const random = 'abcdefgh'.repeat(4)
  expect(readEnv({ SECRET_KEY: random }).doubts).toEqual([])
  for (const SECRET_KEY of [
    'x'.repeat(32),
    `"${random}"`,
    `${random}\n${random}`,
    `${random},${'x'.repeat(32)}`,
  ])
    expect(readEnv({ SECRET_KEY }).doubts).toEqual([expect.stringContaining('rotate-keys')])
})

test.each([
  ['disk:/data/files', { kind: 'disk', folder: '/data/files' }],
  ['s3://a-bucket', { kind: 's3', bucket: 'a-bucket', prefix: '' }],
  ['s3://a-bucket/of/this-place', { kind: 's3', bucket: 'a-bucket', prefix: 'of/this-place/' }],
])('files can be at %s', (FILES, place) => {
  expect(readEnv({ FILES, FILES_KEY: 'key', FILES_SECRET: 'secret' }).FILES).toEqual(place)
})

test.each([
  'disk:data',
  'disk:',
  '/data/files',
  's3://',
  's3://UPPER',
  's3://bucket/a b',
  's3://bucket/<Key>',
])('files are not kept at %s', (FILES) => {
  expect(() => readEnv({ FILES, FILES_KEY: 'key', FILES_SECRET: 'secret' })).toThrow(/^FILES must be/)
})

test('a bucket needs its key and its secret, which are never shown', () => {
  const variables = {
    FILES: 's3://bucket',
    FILES_KEY: 'key-of-bucket',
    FILES_SECRET: 'secret-of-bucket',
  }
  expect(secretsOf(readEnv(variables))).toEqual(['key-of-bucket', 'secret-of-bucket'])
  for (const name of ['FILES_KEY', 'FILES_SECRET'] as const)
    expect(() => readEnv({ ...variables, [name]: '' })).toThrow('FILES_KEY and FILES_SECRET must be set')
})
