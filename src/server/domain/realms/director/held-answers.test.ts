import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { eventually } from '../../../../../test/reply-servers.ts'
import { recordFeed, saying, turnServers } from '../../../../../test/turn-servers.ts'
import { listMessages } from '../../../db/realms/realm-messages.ts'
import { RealmModeration } from '../realm-moderation.ts'

const database = await testDatabase()
const { db, sql } = database
const { model, script, server, realm, say, answers } = await turnServers(database)
afterAll(model.close)

const statesOf = async (realmId: string) =>
  (await answers(realmId)).map(({ agent, state }) => `${agent} ${state}`)
const hold = (realmId: string, ...words: string[]) =>
  sql`update realms set held_words = ${words} where id = ${realmId}`

test('an answer with a held word is held: nobody hears it, no agent answers it, and let through it is answered', async () => {
  const { feed, changed, said, held } = recordFeed()
  script({ Ada: saying('So much spam, @Bob'), Bob: saying('Indeed.') })
  const [id, turns] = [await realm(['Ada', 'Bob']), server({ feed })]
  await hold(id, 'spam')
  await say(id, '@Ada, what is it?', { author: 'ada' })
  turns.wake(id)
  await eventually(() => statesOf(id)).toEqual(['Ada finished'])
  await eventually(() => held).toEqual(['ada'])
  expect(changed.at(-1)).toMatchObject({ kind: 'answer', state: 'finished', content: '', withheld: true })
  expect(said).toEqual([])
  expect(JSON.stringify(await listMessages(db, id, { limit: 10 }))).not.toContain('spam')
  // The director goes on with what others say, without it.
  await say(id, '@Bob, and you?')
  turns.wake(id)
  await eventually(() => statesOf(id)).toEqual(['Ada finished', 'Bob finished'])
  const [first] = await answers(id)
  const moderation = new RealmModeration({ db, clock: () => new Date(), feed, turns })
  expect((await moderation.held(id, 'ada')).messages).toMatchObject([{ content: 'So much spam, @Bob' }])
  await moderation.letThrough(id, first?.id ?? '', 'ada')
  expect(changed.some(({ content, withheld }) => content.includes('spam') && !withheld)).toBe(true)
  await eventually(() => statesOf(id)).toEqual(['Ada finished', 'Bob finished', 'Bob finished'])
})

test('where words are held, an answer without any is heard once it is whole', async () => {
  const { feed, changed, said } = recordFeed()
  script({ Ada: { name: 'stalls', words: ['Light', ' is'], rest: [' a wave.'] } })
  const [id, turns] = [await realm(['Ada']), server({ feed })]
  await hold(id, 'spam')
  await say(id, '@Ada, what is light?')
  turns.wake(id)
  await eventually(async () => (await answers(id))[0]?.content).toContain('Light')
  const page = await listMessages(db, id, { limit: 10 })
  expect(page?.messages.at(-1)).toMatchObject({ state: 'running', content: '' })
  model.release()
  await eventually(() => statesOf(id)).toEqual(['Ada finished'])
  expect(said).toEqual([])
  await eventually(() => changed.at(-1)?.content).toBe('Light is a wave.')
  expect(changed.at(-1)).not.toHaveProperty('withheld')
})

test('a held answer that the desk took down holds back nobody, and counts for an hour as others do', async () => {
  script({ Ada: saying('So much spam') })
  const { feed } = recordFeed()
  const [id, turns] = [await realm(['Ada']), server({ feed })]
  await hold(id, 'spam')
  await say(id, '@Ada, what is it?')
  turns.wake(id)
  await eventually(() => statesOf(id)).toEqual(['Ada finished'])
  await sql`update realms set agent_words = 100 where id = ${id}`
  await sql`update realm_messages set withheld = 'down', created_at = created_at - interval '2 hours' where realm_id = ${id}`
  await say(id, '@Ada, and now?')
  turns.wake(id)
  await eventually(() => statesOf(id)).toEqual(['Ada finished', 'Ada finished'])
})
