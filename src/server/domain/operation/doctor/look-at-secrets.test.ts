import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { SecretBox } from '../../../base/secrets/secret-box.ts'
import { lookAtSecrets } from './look-at-secrets.ts'

const database = await testDatabase()
const [own, other] = ['a secret of the place, in letters', 'one that nobody has any more, alas'].map(
  (secret) => new SecretBox(secret),
) as [SecretBox, SecretBox]

test('what is encrypted under a secret that is not there is a fault with its number, and what can be read is none', async () => {
  const look = (box: SecretBox | null) => lookAtSecrets(database.db, { there: async () => box })
  expect(await look(null)).toEqual([])
  for (const box of [own, own, other]) {
    const { bytes, secretId } = box.seal('the key', [])
    await database.sql`insert into place_secrets (name, sealed, secret_id, created_at)
      values (${randomUUID()}, ${bytes}, ${secretId}, now())`
  }
  expect(await look(own)).toMatchObject([
    { check: 'secret.opens', state: 'fault', says: expect.stringMatching(/^1 of 3 of/) },
  ])
  expect(await look(null)).toMatchObject([{ says: expect.stringMatching(/^3 of 3 of/) }])
})
