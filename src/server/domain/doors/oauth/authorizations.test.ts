import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { ApiKeys } from '../api-keys.ts'
import { Authorizations, OAuthFailure } from './authorizations.ts'
import { clientIdOf } from './client-ids.ts'

const { db } = await testDatabase()
const clock = () => new Date()
const log = pino({ level: 'silent' })
const keys = new ApiKeys({ db, clock, log, findAgent: async () => null, onRevoked: () => {} })

const origin = 'https://place.test'
const redirectUri = 'http://127.0.0.1:49152/callback'
const clientId = clientIdOf({ name: 'Notebook', redirectUris: [redirectUri] }) ?? ''

/** A request for a token, with a code that the wallet consented to. */
async function consented(wallet: string) {
  const verifier = randomBytes(32).toString('base64url')
  const back = await new Authorizations({ db, clock, keys }).consent(
    wallet,
    {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
    origin,
  )
  return {
    grant_type: 'authorization_code',
    code: new URL(back).searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  }
}

test('a code that is replayed while its token is being made revokes that token', async () => {
  const request = await consented('a wallet')
  let replayed: Promise<unknown> = Promise.resolve()
  const authorizations = new Authorizations({
    ...{ db, clock },
    keys: {
      list: (wallet) => keys.list(wallet),
      revoke: (wallet, id) => keys.revoke(wallet, id),
      async create(wallet, key, within) {
        const made = await keys.create(wallet, key, within)
        replayed = authorizations.redeem(request, origin).catch((error: unknown) => error)
        // Time for the replay to end, if nothing keeps it waiting.
        for (let times = 0; times < 50; times++) await (within ?? db).execute(sql`select 1`)
        return made
      },
    },
  })
  const { token } = await authorizations.redeem(request, origin)
  expect(await replayed).toBeInstanceOf(OAuthFailure)
  await expect(keys.identify(`Bearer ${token}`)).rejects.toThrow()
  expect(await keys.list('a wallet')).toEqual([])
})

test('a code is used up by a first attempt that fails, also where the wallet has no room for another key', async () => {
  const wrong = await consented('another wallet')
  const authorizations = new Authorizations({ db, clock, keys })
  const other = { ...wrong, code_verifier: 'x'.repeat(43) }
  await expect(authorizations.redeem(other, origin)).rejects.toThrow('code_verifier')
  await expect(authorizations.redeem(wrong, origin)).rejects.toThrow('was used')
  const late = await consented('another wallet')
  for (let made = 0; made < limits.apiKeys; made++) await keys.create('another wallet', { name: 'mine' })
  await expect(authorizations.redeem(late, origin)).rejects.toThrow('as many keys')
  await expect(authorizations.redeem(late, origin)).rejects.toThrow('was used')
})
