import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import type { Agent, AgentPage } from '../../../../shared/agents/agents.ts'
import { limits } from '../../../../shared/common/limits.ts'

const { send, signIn, app } = testApp(await anyDatabase())
const [ada, bob] = [await signIn(), await signIn()]
const created = await send('POST', '/api/agents', { as: ada, json: newAgent })
const agent = (await created.json()) as Agent
for (let more = 0; more < 3; more++) await send('POST', '/api/agents', { as: ada, json: newAgent })

interface Problem {
  code: string
  errors?: Record<string, string>
}
const stored = async () => (await send('GET', '/api/me/agents?limit=100', { as: ada })).text()
const before = await stored()

const dataOf = (type: string, bytes: string | Buffer) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
const long = (length: number) => 'x'.repeat(length)

/** Invalid fields and the field that the response names. A PATCH refuses the same fields. */
// §3.10, §3.40, §6.2
test.each<[string, object, string, string?]>([
  ['a forged owner', { owner: bob.address }, 'owner'],
  ['a forged count of upvotes', { upvotes: 9 }, 'upvotes'],
  ['a forged time', { createdAt: '2001-01-01T00:00:00.000Z' }, 'createdAt'],
  ['a forged deletion', { deletedAt: null }, 'deletedAt'],
  ['a column of the database', { search_text: 'x' }, 'search_text'],
  ['a name that is a number', { name: 7 }, 'name'],
  ['a name that is null', { name: null }, 'name'],
  ['a blank name', { name: ' \n ' }, 'name'],
  ['a name of nothing visible', { name: '\u200b\u200d' }, 'name'],
  ['a name of two lines', { name: 'Ada\nBob' }, 'name'],
  ['a name that turns the reading direction', { name: 'Ada\u202eadA' }, 'name'],
  ['a name with NUL', { name: 'A\0da' }, 'name'],
  ['a name with half a surrogate pair', { name: 'Ada \ud83e' }, 'name'],
  ['a name of 81', { name: long(limits.agentName + 1) }, 'name'],
  ['a description of 501', { description: long(limits.agentDescription + 1) }, 'description'],
  ['a description with NUL', { description: 'x\0' }, 'description'],
  ['a description with the separator of the search', { description: 'x\u001fy' }, 'description'],
  ['a description with half a surrogate pair', { description: '\udc00' }, 'description'],
  ['a personality with NUL', { personality: '\0' }, 'personality'],
  ['a personality of 12,201', { personality: long(limits.joinedPersonality + 1) }, 'personality'],
  ['an unknown category', { category: 'magic' }, 'category'],
  ['a category that objects have', { category: 'constructor' }, 'category'],
  ['no capabilities', { capabilities: [] }, 'capabilities'],
  ['capabilities in one text', { capabilities: 'Explaining' }, 'capabilities'],
  ['21 capabilities', { capabilities: Array(limits.listItems + 1).fill('x') }, 'capabilities'],
  ['a capability of 61', { capabilities: ['ok', long(limits.listItem + 1)] }, 'capabilities.1'],
  ['a capability with NUL', { capabilities: ['\0x'] }, 'capabilities.0'],
  ['a domain that is no text', { knowledgeDomains: [{}] }, 'knowledgeDomains.0'],
  ['a domain with half a surrogate pair', { knowledgeDomains: ['x', 'y', '\ud800'] }, 'knowledgeDomains.2'],
  ['an image over http', { imageUrl: 'http://example.com/a.png' }, 'imageUrl'],
  ['an image by script', { imageUrl: 'javascript:alert(1)' }, 'imageUrl'],
  ['an image address with a password', { imageUrl: 'https://a:b@example.com/' }, 'imageUrl'],
  ['an image address with a blank', { imageUrl: 'https://example.com/a b' }, 'imageUrl'],
  ['an image address with NUL', { imageUrl: 'https://example.com/\0' }, 'imageUrl'],
  ['an image address with half a surrogate pair', { imageUrl: 'https://example.com/\ud800' }, 'imageUrl'],
  ['an image address of 2,049', { imageUrl: `https://example.com/${long(2_029)}` }, 'imageUrl'],
  ['an image address elsewhere on this server', { imageUrl: '/images/../api/session' }, 'imageUrl'],
  ['a stored image that is none', { imageUrl: `/images/${'0'.repeat(64)}.webp` }, 'imageUrl'],
  ['an embedded SVG', { imageUrl: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'imageUrl'],
  ['an embedded page', { imageUrl: 'data:text/html;base64,PHN2Zy8+' }, 'imageUrl'],
  ['embedded data that is not base64', { imageUrl: 'data:image/png;base64,<>' }, 'imageUrl'],
  ['embedded data that is empty', { imageUrl: 'data:image/png;base64,' }, 'imageUrl'],
  ['an embedded PNG that is none', { imageUrl: dataOf('png', 'no picture') }, 'imageUrl', 'image_invalid'],
  [
    'an SVG embedded as PNG',
    { imageUrl: dataOf('png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') },
    'imageUrl',
    'image_invalid',
  ],
  ['a token that is no base58', { pumpToken: '0x'.padEnd(44, '0') }, 'pumpToken'],
  ['a token of 33 bytes in 44 letters', { pumpToken: 'z'.repeat(44) }, 'pumpToken'],
  ['a token of 31 bytes', { pumpToken: '1'.repeat(31) }, 'pumpToken'],
  ['an empty token', { pumpToken: '' }, 'pumpToken'],
  ['a visibility in words', { visibilityEnabled: 'yes' }, 'visibilityEnabled'],
])('%s', async (_, fields, field, code = 'validation_failed') => {
  for (const [method, path, json] of [
    ['POST', '/api/agents', { ...newAgent, ...fields }],
    ['PATCH', `/api/agents/${agent.id}`, fields],
  ] as const) {
    const response = await send(method, path, { as: ada, json })
    const problem = (await response.json()) as Problem
    expect([response.status, problem.code]).toEqual([422, code])
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(Object.keys(problem.errors ?? {})).toEqual([field])
    expect(problem.errors?.[field]).toMatch(/^[A-Z].*\.$/)
  }
  expect(await stored()).toBe(before)
})

test('what a new agent needs is named field by field', async () => {
  const response = await send('POST', '/api/agents', { as: ada, json: {} })
  expect(response.status).toBe(422)
  const needed = ['name', 'category', 'description', 'personality', 'capabilities', 'knowledgeDomains']
  const { errors = {} } = (await response.json()) as Problem
  expect(Object.keys(errors)).toEqual(needed)
  for (const message of Object.values(errors)) expect(message).toMatch(/^[A-Z].*\.$/)
})

test('what has no sentence of its own is told in one of its kind of fault', async () => {
  const wrong = 'This has the wrong form.'
  const missing = 'This is missing.'
  const persona = `/api/agents/${agent.id}/persona`
  for (const [method, path, json, errors] of [
    ['POST', '/api/agents', [newAgent], { body: wrong }],
    ['POST', '/api/agents', null, { body: wrong }],
    ['PUT', persona, {}, { persona: missing, lorebook: missing }],
    ['PUT', persona, { persona: 'x', lorebook: null }, { persona: wrong }],
    ['PUT', '/api/inbox/push', {}, { endpoint: missing, keys: missing }],
    ['PUT', `/api/me/memory/${agent.id}`, { also: 'y' }, { also: wrong }],
    ['PUT', `/api/conversations/${agent.id}`, { agentId: agent.id, messages: 7 }, { messages: wrong }],
  ] as const) {
    const response = await send(method, path, { as: ada, json })
    expect(response.status, path).toBe(422)
    expect(((await response.json()) as Problem).errors, path).toEqual(errors)
  }
  const { key } = await doorClient(send).makeKey(ada)
  for (const json of [[], null, 'x']) {
    const answer = await send('POST', '/v1/chat/completions', {
      ...{ json, headers: { authorization: `Bearer ${key}` } },
    })
    expect(await answer.json()).toMatchObject({ error: { message: `body: ${wrong}` } })
  }
})

const whole = { as: ada, headers: { 'content-type': 'application/json' } }

/** Invalid requests and their responses. */
test.each<[string, string, string, Parameters<typeof send>[2], number, string]>([
  ['a body that is no JSON', 'POST', '/api/agents', { ...whole, body: '{' }, 400, 'malformed_json'],
  ['an empty body', 'POST', '/api/agents', { ...whole, body: '' }, 400, 'malformed_json'],
  [
    'letters that are not UTF-8',
    'POST',
    '/api/agents',
    { ...whole, body: Buffer.from(JSON.stringify({ ...newAgent, name: 'Café' }), 'latin1') },
    400,
    'malformed_json',
  ],
  ['a list', 'POST', '/api/agents', { as: ada, json: [newAgent] }, 422, 'validation_failed'],
  ['null', 'POST', '/api/agents', { as: ada, json: null }, 422, 'validation_failed'],
  [
    'a body of no type',
    'POST',
    '/api/agents',
    { as: ada, body: Buffer.from('{}') },
    415,
    'unsupported_media_type',
  ],
  [
    'a form',
    'POST',
    '/api/agents',
    { as: ada, body: new URLSearchParams({ name: 'Ada' }) },
    415,
    'unsupported_media_type',
  ],
  [
    'no id at all',
    'POST',
    '/api/agents',
    { as: ada, json: { ...newAgent, id: 'one' } },
    422,
    'validation_failed',
  ],
  [
    '20 MB',
    'POST',
    '/api/agents',
    { as: ada, json: { ...newAgent, description: long(20e6) } },
    413,
    'body_too_large',
  ],
  [
    '20 MB of a change',
    'PATCH',
    `/api/agents/${agent.id}`,
    { as: ada, json: long(20e6) },
    413,
    'body_too_large',
  ],
  ['20 MB of a visitor', 'POST', '/api/agents', { json: long(20e6) }, 401, 'not_signed_in'],
  ['a realm of 64 KB', 'POST', '/api/realms', { as: ada, json: long(66_000) }, 413, 'body_too_large'],
  ['no change', 'PATCH', `/api/agents/${agent.id}`, { as: ada, json: {} }, 422, 'validation_failed'],
  [
    'publishing by a change',
    'PATCH',
    `/api/agents/${agent.id}`,
    { as: ada, json: { isPublic: true } },
    422,
    'validation_failed',
  ],
  ['a page of 101', 'GET', '/api/agents?limit=101', {}, 422, 'validation_failed'],
  ['a page of none', 'GET', '/api/agents?limit=0', {}, 422, 'validation_failed'],
  ['a page of 1.5', 'GET', '/api/agents?limit=1.5', {}, 422, 'validation_failed'],
  ['a page of many', 'GET', '/api/agents?limit=many', {}, 422, 'validation_failed'],
  ['an unknown category', 'GET', '/api/agents?category=magic', {}, 422, 'validation_failed'],
  ['two searches', 'GET', '/api/agents?query=a&query=b', {}, 422, 'validation_failed'],
  ['a search of 201', 'GET', `/api/agents?query=${long(201)}`, {}, 422, 'validation_failed'],
  ['a search for NUL', 'GET', '/api/agents?query=a%00b', {}, 422, 'validation_failed'],
  ['a search for the separator', 'GET', '/api/agents?query=%1F', {}, 422, 'validation_failed'],
  ['an unknown state', 'GET', '/api/me/agents?state=all', { as: ada }, 422, 'validation_failed'],
  ['a cursor of nothing', 'GET', '/api/agents?cursor=', {}, 422, 'cursor_invalid'],
  ['a cursor of words', 'GET', '/api/agents?cursor=next', {}, 422, 'cursor_invalid'],
  ['a cursor of NUL', 'GET', '/api/agents?cursor=%00', {}, 422, 'cursor_invalid'],
  ['a cursor of 5,000', 'GET', `/api/agents?cursor=${long(5_000)}`, {}, 422, 'cursor_invalid'],
  ['a cursor for realms', 'GET', '/api/realms?cursor=x', {}, 422, 'cursor_invalid'],
  ['an id that is none', 'GET', "/api/agents/1'--", {}, 404, 'not_found'],
  ['an id of NUL', 'GET', '/api/agents/%00', {}, 404, 'not_found'],
  ['an id of half an escape', 'GET', '/api/agents/%E0%A4%A', {}, 404, 'not_found'],
])('%s', async (_, method, path, request, status, code) => {
  const response = await send(method, path, request)
  const problem = (await response.json()) as Problem
  expect([response.status, problem.code]).toEqual([status, code])
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await stored()).toBe(before)
})

test('a cursor with any one letter changed is refused, and one list does not take that of another', async () => {
  const page = (await (await send('GET', '/api/agents?limit=1')).json()) as AgentPage
  const cursor = page.nextCursor ?? ''
  expect((await send('GET', `/api/agents?limit=1&cursor=${cursor}`)).status).toBe(200)
  for (let at = 0; at < cursor.length; at++) {
    const changed = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`
    expect((await send('GET', `/api/agents?cursor=${changed}`)).status).toBe(422)
  }
  for (const path of ['/api/me/agents', '/api/realms'])
    expect((await send('GET', `${path}?cursor=${cursor}`, { as: ada })).status).toBe(422)
})

test.each(['%FF', '%ED%A0%80', '%', '%25', '%27%20or%201=1--', '%F0%9F%A7%A0', '%', '%5C'])(
  'a search for %s as it comes over the wire is answered with a page',
  async (query) => {
    const response = await app.request(`http://localhost:3000/api/agents?query=${query}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ agents: [], nextCursor: null })
  },
)

test('what is on the limits is taken', async () => {
  const longest = {
    ...newAgent,
    name: long(limits.agentName),
    description: `Two lines\n${long(limits.agentDescription - 10)}`,
    personality: long(limits.personality),
    customInstructions: long(limits.customInstructions),
    tone: 'professional',
    capabilities: Array(limits.listItems).fill(long(limits.listItem)),
    imageUrl: `https://example.com/${long(limits.imageUrl - 20)}`,
  }
  const response = await send('POST', '/api/agents', { as: bob, json: longest })
  expect(response.status).toBe(201)
  const { id, personality } = (await response.json()) as Agent
  expect(personality.length).toBeLessThanOrEqual(limits.joinedPersonality)
  const edited = await send('PATCH', `/api/agents/${id}`, {
    as: bob,
    json: { personality: long(limits.joinedPersonality) },
  })
  expect(edited.status).toBe(200)
})
