import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { EnvError, envNames, isSecretName, readEnv, secretsOf } from './env.ts'

function secretFile(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'secret')
  writeFileSync(path, content)
  return path
}

test('each secret may stand in a file, without the line end around it, and is as hidden as one in the environment', () => {
  const env = readEnv({
    DATABASE_URL_FILE: ` ${secretFile('postgres://bionic:hidden-password@db/bionic\n')} `,
    SECRET_KEY_FILE: secretFile(`${'nabcdefg'.repeat(4)},${'oabcdefg'.repeat(4)}\r\n`),
    METRICS_TOKEN_FILE: secretFile('a token of sixteen'),
    OPENAI_API_KEY_FILE: secretFile('sk-0123456789\n'),
    OUR_OWN_API_KEY_FILE: secretFile('\n ours-0123456789 \n'),
  })
  expect(env).toMatchObject({
    DATABASE_URL: 'postgres://bionic:hidden-password@db/bionic',
    SECRET_KEY: ['nabcdefg'.repeat(4), 'oabcdefg'.repeat(4)],
    METRICS_TOKEN: 'a token of sixteen',
    OPENAI_API_KEY: 'sk-0123456789',
    apiKeys: { OPENAI_API_KEY: 'sk-0123456789', OUR_OWN_API_KEY: 'ours-0123456789' },
  })
  const hidden = [
    'hidden-password',
    'nabcdefg'.repeat(4),
    'a token of sixteen',
    'sk-0123456789',
    'ours-0123456789',
  ]
  expect(secretsOf(env)).toEqual(expect.arrayContaining(hidden))
})

test('what a file says is held to the same rules as a value of the environment, and the message does not show it', () => {
  const file = secretFile('mysql://root:hidden@db')
  expect(() => readEnv({ DATABASE_URL_FILE: file })).toThrow(
    new EnvError('DATABASE_URL must start with postgres:// or postgresql://. Change it, or leave it out.'),
  )
})

test('a secret that is given twice is refused, in place of a guess which one is meant', () => {
  const variables = { SECRET_KEY: 'nabcdefg'.repeat(4), SECRET_KEY_FILE: secretFile('oabcdefg'.repeat(4)) }
  expect(() => readEnv(variables)).toThrow(
    new EnvError('SECRET_KEY and SECRET_KEY_FILE are both set. Leave one of them out.'),
  )
  expect(readEnv({ ...variables, SECRET_KEY: ' ' }).SECRET_KEY).toEqual(['oabcdefg'.repeat(4)])
})

test('a file that is missing, a folder, a pipe, empty, binary or too long is refused with a sentence that names it', () => {
  const folder = temporaryFolder()
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  mkdirSync(join(folder, 'folder'))
  const faults: [path: string, why: string][] = [
    [join(folder, 'missing'), 'which is not there'],
    [join(folder, 'folder'), 'which is no file'],
    [pipe, 'which is no file'],
    [secretFile(' \n'), 'which is empty'],
    [secretFile(new Uint8Array(32)), 'which is no text'],
    [secretFile('x'.repeat(64 * 1024 + 1)), 'which is longer than 64 KB'],
  ]
  for (const [path, why] of faults)
    expect(() => readEnv({ METRICS_TOKEN_FILE: path })).toThrow(
      new EnvError(`METRICS_TOKEN_FILE names ${path}, ${why}. Name a file that holds the value.`),
    )
  expect(readEnv({ METRICS_TOKEN_FILE: secretFile('x'.repeat(64 * 1024)) }).METRICS_TOKEN).toHaveLength(
    65_536,
  )
})

test('only secrets are read from files: a setting that is a path already stays one, and an unknown name is left alone', () => {
  expect(
    readEnv({ MODELS_FILE: '/nowhere/models.json', PORT_FILE: '/nowhere', PROFILE: '/nowhere' }),
  ).toMatchObject({
    MODELS_FILE: '/nowhere/models.json',
    PORT: 3000,
  })
  const named = envNames.filter((name) => /KEY|TOKEN|SECRET|PASSWORD/.test(name) && !name.endsWith('_TOKENS'))
  expect(named.filter((name) => !isSecretName(name))).toEqual([])
})

test('what others set as a key in a file keeps no server from starting, and is told', () => {
  const variables = {
    ...{ OTHERS_API_KEY_FILE: '/nowhere', SECOND_API_KEY: 'set', SECOND_API_KEY_FILE: secretFile('too') },
    OUR_OWN_API_KEY_FILE: secretFile('ours-0123456789'),
  }
  const { apiKeys, doubts } = readEnv(variables)
  expect(apiKeys).toEqual({ SECOND_API_KEY: 'set', OUR_OWN_API_KEY: 'ours-0123456789' })
  expect(doubts).toEqual([
    'OTHERS_API_KEY_FILE names /nowhere, which is not there. Name a file that holds the value.',
    'SECOND_API_KEY and SECOND_API_KEY_FILE are both set. Leave one of them out.',
  ])
  expect(() => readEnv({ OPENAI_API_KEY_FILE: '/nowhere' })).toThrow(EnvError)
})
