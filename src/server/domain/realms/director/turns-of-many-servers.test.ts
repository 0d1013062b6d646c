import { afterAll, expect, test } from 'vitest'
import { ownDatabase } from '../../../../../test/database.ts'
import { eventually, NEVER } from '../../../../../test/reply-servers.ts'
import { asTurn, recordFeed, saying, turnServers } from '../../../../../test/turn-servers.ts'
import { limits } from '../../../../shared/common/limits.ts'

/** Servers that share nothing but the database. */
const database = await ownDatabase()
const { sql } = database
const { model, script, server, realm, say, answers, realmRow, replay } = await turnServers(database)
afterAll(model.close)

const statesOf = async (realmId: string) =>
  (await answers(realmId)).map(({ agent, state }) => `${agent} ${state}`)

/** A server that sends no heartbeats, and can't end an answer. */
const dying = { every: { store: NEVER, look: NEVER } }
/** So that none is held back if many answers of Ada end only after the last question. */
const manyTurns = { agentTurns: limits.agentTurns.max, agentWords: 20_000 }
const looking = { every: { store: 20, look: 30 } }

test('two servers that look at a realm at once, again and again, never give a turn twice', async () => {
  script({ Ada: saying('I see, @Bob.'), Bob: saying('So do I.') })
  const [id, one, other] = [await realm(['Ada', 'Bob'], manyTurns), server(), server()]
  for (let round = 1; round <= 12; round++) {
    await say(id, `@Ada, for the ${round}. time`)
    for (let wake = 0; wake < 3; wake++) {
      one.wake(id)
      other.wake(id)
    }
  }
  await eventually(() => statesOf(id)).toHaveLength(24)
  await eventually(async () => (await statesOf(id)).every((state) => state.endsWith('finished'))).toBe(true)
  const stored = await answers(id)
  expect(new Set(stored.map(({ agent, answers }) => `${agent} ${answers}`)).size).toBe(24)
  expect(await replay(id)).toEqual(stored.map(asTurn))
  await eventually(() => realmRow(id)).toMatchObject({ awaitsDirector: false })
})

test('an answer is stopped at another server than its own', async () => {
  script({ Ada: { name: 'stalls', words: ['Well', ' then'] } })
  const { feed, changed } = recordFeed()
  const [id, one, other, request] = [await realm(['Ada']), server({ feed }), server(), model.requests.length]
  for (const [before, stop] of (['stop', 'stopIn'] as const).entries()) {
    await say(id, '@Ada?')
    one.wake(id)
    // Not the previous answer, which has the same text.
    await eventually(async () => (await answers(id))[before]).toMatchObject({
      state: 'running',
      content: 'Well then',
    })
    const answer = (await answers(id))[before]
    if (stop === 'stop') await other.stop(id, answer?.id ?? '')
    else await other.stopIn(id)
    await eventually(async () => (await answers(id))[before]).toMatchObject({
      state: 'stopped',
      content: 'Well then',
    })
    await eventually(() => changed.at(-1)).toMatchObject({ id: answer?.id, state: 'stopped' })
  }
  expect(await model.closed(request)).toBe('cut')
})

test('the answer of a server that died is interrupted by another with the words that were stored, the rooms hear it, and the next agent answers', async () => {
  script({ Ada: { name: 'stalls', words: ['Well'] }, Bob: saying('I will.') })
  const id = await realm(['Ada', 'Bob'], { policy: 'round-robin', agentTurns: 2 })
  const number = await say(id, 'Who can say?')
  server(dying).wake(id)
  await eventually(() => statesOf(id)).toEqual(['Ada running'])
  await sql`update running_turns set words = 'Well, to begin' where realm_id = ${id}`
  const { feed, changed } = recordFeed()
  server({ ...looking, feed })
  await eventually(() => statesOf(id)).toEqual(['Ada interrupted', 'Bob finished'])
  const stored = await answers(id)
  expect(stored).toMatchObject([
    { content: 'Well, to begin', words: 3, trouble: null },
    { content: 'I will.', answers: number },
  ])
  expect(changed[0]).toMatchObject({ id: stored[0]?.id, state: 'interrupted', content: 'Well, to begin' })
  expect(await replay(id)).toEqual(stored.map(asTurn))
})

test('what was said at a server that died before its director looked is answered all the same', async () => {
  script({ Ada: saying('Here.') })
  const id = await realm(['Ada'])
  await say(id, '@Ada?')
  server(looking)
  await eventually(() => statesOf(id)).toEqual(['Ada finished'])
  await eventually(() => realmRow(id)).toMatchObject({ awaitsDirector: false })
})

test('on a database of its own a server makes up at its start for the one that died', async () => {
  script({ Ada: { name: 'stalls', words: ['Well'] }, Bob: saying('I will.') })
  const [running, waiting] = [
    await realm(['Ada', 'Bob'], { policy: 'round-robin', agentTurns: 2 }),
    await realm(['Bob']),
  ]
  await say(running, 'Who can say?')
  server(dying).wake(running)
  await eventually(() => statesOf(running)).toEqual(['Ada running'])
  await say(waiting, '@Bob?')
  await server({ alone: true }).closeOrphans()
  expect((await statesOf(running))[0]).toBe('Ada interrupted')
  await eventually(() => statesOf(running)).toEqual(['Ada interrupted', 'Bob finished'])
  await eventually(() => statesOf(waiting)).toEqual(['Bob finished'])
})

test('a server that ends interrupts what it receives and tells it, and another goes on', async () => {
  script({ Ada: { name: 'stalls', words: ['Well', ' then'] }, Bob: saying('I will.') })
  const { feed, changed } = recordFeed()
  const [id, one] = [await realm(['Ada', 'Bob'], { policy: 'round-robin', agentTurns: 2 }), server({ feed })]
  await say(id, 'Who can say?')
  one.wake(id)
  await eventually(async () => (await answers(id))[0]?.content).toBe('Well then')
  await one.close()
  expect(await answers(id)).toMatchObject([{ state: 'interrupted', content: 'Well then', trouble: null }])
  expect(changed.at(-1)).toMatchObject({ state: 'interrupted', content: 'Well then' })
  one.wake(id)
  expect(await realmRow(id)).toMatchObject({ awaitsDirector: true })
  server(looking)
  await eventually(() => statesOf(id)).toEqual(['Ada interrupted', 'Bob finished'])
})

test('a look that the database refuses is made up for', async () => {
  script({ Ada: saying('Here.') })
  const [id, turns] = [await realm(['Ada']), server({ every: { retry: 20 } })]
  await say(id, '@Ada?')
  await sql.unsafe(`alter table running_turns add constraint refused check (realm_id <> '${id}') not valid`)
  turns.wake(id)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await answers(id)).toEqual([])
  await sql`alter table running_turns drop constraint refused`
  await eventually(() => statesOf(id)).toEqual(['Ada finished'])
})
