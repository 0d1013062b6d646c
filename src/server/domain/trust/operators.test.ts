import { expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'

const database = await testDatabase()

test('who is no operator any more is signed out by the start that finds it out, on every server, once', async () => {
  const before = testApp(database)
  const [olga, pavel] = [await before.signIn(), await before.signIn()]
  const start = (...operators: (typeof olga)[]) =>
    testApp(database, { settings: { OPERATORS: operators.map(({ address }) => address) } })
  const first = start(olga, pavel)
  await first.endFormerOperators()
  const isSignedIn = async (as: typeof olga) =>
    (await first.send('GET', '/api/me/sessions', { as })).status === 200
  expect([await isSignedIn(olga), await isSignedIn(pavel)]).toEqual([true, true])

  const second = start(olga)
  await second.endFormerOperators()
  expect([await isSignedIn(olga), await isSignedIn(pavel)]).toEqual([true, false])
  // Whoever was one long ago is a wallet like any other.
  const back = await first.signIn(pavel.wallet)
  await start(olga).endFormerOperators()
  expect(await isSignedIn(back)).toBe(true)
  expect((await second.send('GET', '/api/desk/cases', { as: back })).status).toBe(403)
})
