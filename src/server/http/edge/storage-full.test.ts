import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../test/app.ts'
import { firstQuestion } from '../../../../test/conversation-client.ts'
import { ownDatabase } from '../../../../test/database.ts'
import { eventsOf, received, replyKnown } from '../../../../test/reply-events.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import type { Problem } from '../../../shared/common/errors.ts'
import { createLog } from '../../base/log.ts'

const database = await ownDatabase()

const SENTENCE = 'The server’s disk is full, so nothing can be saved right now. Try again later.'

/** Makes every insert into a table fail as PostgreSQL does when the disk is full, or with another SQLSTATE. */
async function refuseRows(table: string, state = '53100') {
  await database.sql.unsafe(`
    create function refuse_${table}() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/5/16388": No space left on device' using errcode = '${state}'; end $$;
    create trigger refuse before insert or update on ${table} for each row execute function refuse_${table}();`)
  return () => database.sql.unsafe(`drop trigger refuse on ${table}; drop function refuse_${table}()`)
}

async function world(hasRoom?: () => boolean) {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const app = testApp({ ...database, ...(hasRoom && { hasRoom }) }, { log })
  const ada = await app.signIn()
  const made = await app.send('POST', '/api/agents', { as: ada, json: newAgent })
  return { ...app, ada, agent: (await made.json()) as Agent, lines }
}

async function problemOf(answer: Response) {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const { status, code, detail } = (await answer.json()) as Problem
  return { status, code, detail }
}

test('without room every write answers 507 in one sentence, signing in too, while reading, leaving and deleting go on', async () => {
  let room = true
  const { send, ada, agent } = await world(() => room)
  room = false
  const writes: [string, string, unknown?][] = [
    ['POST', '/api/agents', newAgent],
    ['PATCH', `/api/agents/${agent.id}`, { name: 'Grace' }],
    ['PUT', `/api/agents/${agent.id}/upvote`],
    ['POST', '/api/realms', { name: 'Hall', description: '' }],
    ['POST', `/api/conversations/${crypto.randomUUID()}/replies`, firstQuestion(agent.id)],
    ['POST', '/api/session/nonce', { address: ada.address }],
    ['POST', '/api/session/refresh'],
    ['POST', '/api/images'],
  ]
  for (const [method, path, json] of writes)
    expect([
      path,
      await problemOf(await send(method, path, { as: ada, ...(json !== undefined && { json }) })),
    ]).toEqual([path, { status: 507, code: 'storage_full', detail: SENTENCE }])
  expect((await send('GET', '/api/session', { as: ada })).status).toBe(200)
  expect((await send('GET', '/api/me/agents', { as: ada })).status).toBe(200)
  expect((await send('GET', '/api/agents')).status).toBe(200)
  expect((await send('POST', '/api/chat', { json: { message: 'Hello' } })).status).toBe(200)
  expect((await send('DELETE', `/api/agents/${agent.id}`, { as: ada })).status).toBe(204)
  expect((await send('DELETE', '/api/session', { as: ada })).status).toBe(204)
  room = true
  expect((await send('POST', '/api/session/nonce', { json: { address: ada.address } })).status).toBe(200)
})

test('what the database says of itself is 507 or 503, never 500, and what it says of a statement stays 500', async () => {
  const { send, ada } = await world()
  const outcomes: Record<string, { status: number; code: string }> = {
    '53100': { status: 507, code: 'storage_full' },
    '53200': { status: 503, code: 'database_unavailable' },
    '53300': { status: 503, code: 'database_unavailable' },
    '58030': { status: 503, code: 'database_unavailable' },
    '57P03': { status: 503, code: 'database_unavailable' },
    '25006': { status: 503, code: 'database_unavailable' },
    '23514': { status: 500, code: 'internal_error' },
  }
  for (const [state, outcome] of Object.entries(outcomes)) {
    const allow = await refuseRows('agents', state)
    const answer = await send('POST', '/api/agents', { as: ada, json: newAgent })
    await allow()
    expect(await problemOf(answer)).toMatchObject(outcome)
  }
})

test('a reply whose end can not be stored gives its words and does not say that it is finished; with room it is stored whole', async () => {
  const { send, ada, agent, lines } = await world()
  const ask = firstQuestion(agent.id)
  const conversation = crypto.randomUUID()
  const answer = await send('POST', `/api/conversations/${conversation}/replies`, { as: ada, json: ask })
  expect(answer.status).toBe(200)
  const allow = await refuseRows('messages')
  const ended = await received(replyKnown(ask.replyId), eventsOf(answer))
  expect(ended.state).toBe('failed')
  expect(ended.content).not.toBe('')
  await allow()
  await expect
    .poll(async () => {
      const opened = await send('GET', `/api/conversations/${conversation}`, { as: ada })
      const { messages } = (await opened.json()) as {
        messages: { id: string; state?: string; content: string }[]
      }
      return messages.find(({ id }) => id === ask.replyId)
    })
    .toMatchObject({ state: 'finished', content: ended.content })
  expect(lines.length).toBeLessThan(10)
})
