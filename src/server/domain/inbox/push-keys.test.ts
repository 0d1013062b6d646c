import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { createLog } from '../../base/log.ts'
import { ServerSecret } from '../../base/secrets/server-secret.ts'
import { placeSecrets } from '../../db/schema/tools.ts'
import { PushKeys } from './push-keys.ts'

const { db } = await testDatabase()
beforeEach(async () => {
  await db.delete(placeSecrets)
})

const lines: string[] = []
const log = createLog('warn', { write: (line: string) => void lines.push(line) })

const keysOf = (secret: string, alone: boolean) =>
  new PushKeys({
    ...{ db, clock: () => new Date(), alone, log },
    secret: new ServerSecret({ settings: [secret.padEnd(32, '.')], dataDir: 'nowhere', shared: true, log }),
  })

test('who asks for the keys at the same moment gets the same, also where lost ones are made anew', async () => {
  await keysOf('one', true).find()
  const keys = keysOf('two', true)
  const found = await Promise.all(Array.from({ length: 8 }, () => keys.find()))
  expect(new Set(found.map((one) => one?.publicKey)).size).toBe(1)
  expect(await keysOf('two', true).find()).toEqual(found[0])
})

test('a server that can’t read the keys of the others says so once', async () => {
  await keysOf('one', false).find()
  lines.length = 0
  const keys = keysOf('two', false)
  for (let push = 0; push < 3; push++) expect(await keys.find()).toBeNull()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('so this one sends none')
})
