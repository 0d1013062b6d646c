import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { openModels } from './assembly/open-models.ts'
import { readEnv, secretsOf } from './base/env.ts'
import { createLog } from './base/log.ts'
import { StartError } from './listen.ts'
import { startServer } from './start-server.ts'

const nothing = { web: async () => {}, database: async () => {} }

test('a server with a faulty models file says so in a sentence, and begins nothing', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'models.json'), '{ "standard": 7 }')
  const env = readEnv({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' })
  const begun: string[] = []
  const connect = async () => {
    begun.push('database')
    throw new Error('not wanted')
  }
  const started = startServer(env, nothing, { connect })
  await expect(started).rejects.toThrow(
    new StartError(
      `The models file ${join(folder, 'models.json')} is not valid. "standard" must be the name of a model, such as "openai/gpt-4o".`,
    ),
  )
  await expect(started).rejects.toBeInstanceOf(StartError)
  expect(begun).toEqual([])
})

test('keys of the environment and of files are in no line of the log', () => {
  const folder = temporaryFolder()
  const keys = { MISTRAL_API_KEY: 'key-of-mistral', OWN_API_KEY: 'key-of-our-own', file: 'key-in-a-file' }
  const { file, ...variables } = keys
  writeFileSync(join(folder, 'key'), file)
  writeFileSync(
    join(folder, 'models.json'),
    JSON.stringify({
      providers: {
        ours: { baseUrl: 'http://127.0.0.1:9/v1', keyFrom: 'OWN_API_KEY' },
        theirs: { baseUrl: 'http://127.0.0.1:9/v1', keyFile: 'key' },
      },
    }),
  )
  const env = readEnv({ DATA_DIR: folder, ...variables })
  const secrets = secretsOf(env)
  const lines: string[] = []
  const log = createLog('info', { secrets, write: (line) => void lines.push(line) })
  const models = openModels(env, log, secrets)
  log.info({ keys }, `All of them: ${Object.values(keys).join(' ')}`)
  models.close()
  expect(lines).toHaveLength(1)
  for (const key of Object.values(keys)) expect(lines[0]).not.toContain(key)
})

test('in a folder that can’t be entered there is no models file but one that was named', () => {
  const folder = join(temporaryFolder(), 'loop')
  // Also for root, who may enter any other.
  symlinkSync(folder, folder)
  const log = createLog('silent')
  openModels(readEnv({ DATA_DIR: folder }), log, []).close()
  const named = { DATA_DIR: folder, MODELS_FILE: join(folder, 'models.json') }
  expect(() => openModels(readEnv(named), log, [])).toThrow('can’t be read')
})
