import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../test/app.ts'
import { ownDatabase } from '../../../test/database.ts'

const database = await ownDatabase()

// §3.40, §8.13
test('a save that the database refuses is a problem with the request’s id, and the reason stands in the log alone', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const { send, signIn } = testApp(database, { log })
  const ada = await signIn()
  await database.sql`drop table agents cascade`

  const answer = await send('POST', '/api/agents', { as: ada, json: newAgent })
  expect(answer.status).toBe(500)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const requestId = answer.headers.get('x-request-id')
  const body = await answer.text()
  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    title: 'Something went wrong on the server.',
    status: 500,
    detail: 'Something went wrong on the server.',
    code: 'internal_error',
    requestId,
  })
  expect(lines).toMatchObject([{ level: 50, msg: 'request failed', requestId }])
  expect(JSON.stringify(lines)).toContain('agents')
  expect(body).not.toContain('relation')
})
