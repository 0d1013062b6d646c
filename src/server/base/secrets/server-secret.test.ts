import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { EnvError, readEnv, secretsOf } from '../env.ts'
import { createLog } from '../log.ts'
import { ServerSecret } from './server-secret.ts'

const log = createLog('silent')
const of = (dataDir: string, settings?: string[]) =>
  new ServerSecret({ settings, dataDir, shared: false, log })
const place = ['somewhere']

test('without a setting a secret is made once, for all who make it at once, and nobody else reads the file', async () => {
  const folder = join(temporaryFolder(), 'new')
  const secrets = Array.from({ length: 20 }, () => of(folder))
  const ids = await Promise.all(secrets.map(async (one) => (await one.box()).secretId))
  expect(new Set(ids).size).toBe(1)
  expect(readdirSync(folder)).toEqual(['secret.key'])
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toMatch(/^[\w-]{43}\n$/)
  const again = of(folder)
  expect([again.source, (await again.box()).secretId]).toEqual(['file', ids[0]])
})

test('a setting goes before the file, whose secret still opens what it closed', async () => {
  const folder = temporaryFolder()
  const sealed = (await of(folder).box()).seal('the key', place)
  const set = of(folder, ['x'.repeat(32)])
  expect(set.source).toBe('setting')
  expect((await set.box()).open(sealed, place)).toBe('the key')
  expect((await set.box()).seal('the key', place).secretId).not.toBe(sealed.secretId)
  const elsewhere = temporaryFolder()
  await of(elsewhere, ['x'.repeat(32)]).box()
  expect(readdirSync(elsewhere)).toEqual([])
})

test('a file that is not whole is refused, not replaced', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'secret.key'), 'cut')
  await expect(of(folder).box()).rejects.toThrow('not complete')
  expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe('cut')
})

test('several secrets are read, short ones are refused, and none gets into the log', () => {
  const [one, other] = ['oabcdefg'.repeat(4), 'pabcdefg'.repeat(5)]
  const env = readEnv({ SECRET_KEY: ` ${one}, ${other} ` })
  expect(env.SECRET_KEY).toEqual([one, other])
  expect(secretsOf(env)).toEqual(expect.arrayContaining([one, other]))
  for (const short of ['short', `${one},short`, ','])
    expect(() => readEnv({ SECRET_KEY: short })).toThrow(
      new EnvError(
        'SECRET_KEY must be secrets of at least 32 random characters each, separated by commas. Change it, or leave it out.',
      ),
    )
})
