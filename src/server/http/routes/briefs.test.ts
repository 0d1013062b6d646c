import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import type { Problem } from '../../../shared/common/errors.ts'
import { limits, UNDO_DELETE_MS } from '../../../shared/common/limits.ts'
import {
  type BriefPage,
  briefPageSchema,
  type Draft,
  type KeptBrief,
  storedBriefSchema,
} from '../../../shared/social.ts'

const database = await testDatabase()
const { send, signIn, advance, briefs } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]

async function makeAgent(owner: Account, fields: object = {}): Promise<string> {
  const made = await send('POST', '/api/agents', { as: owner, json: { ...newAgent, ...fields } })
  return ((await made.json()) as Agent).id
}
const agentId = await makeAgent(ada)

const draft = (content: string, changes: Partial<Draft> = {}): Draft => ({
  id: randomUUID(),
  content,
  state: 'finished',
  edited: false,
  ...changes,
})
const brief = (changes: Partial<KeptBrief> = {}): KeptBrief => ({
  agentId,
  platform: 'x',
  topic: 'Why the sky is blue',
  source: 'A page about light.',
  tone: 'casual',
  drafts: [draft('It scatters.'), draft('', { state: 'failed' })],
  follows: 0,
  ...changes,
})
const at = (id: string) => `/api/me/briefs/${id}`
const put = (id: string, json: unknown, as: Account | undefined = ada) => send('PUT', at(id), { as, json })
const read = (id: string, as: Account | undefined = ada) => send('GET', at(id), { as })
const remove = (id: string, as: Account | undefined = ada) => send('DELETE', at(id), { as })
const restore = (id: string, as: Account | undefined = ada) => send('POST', `${at(id)}/restore`, { as })
const list = async (as: Account, query = '') =>
  briefPageSchema.parse(await (await send('GET', `/api/me/briefs${query}`, { as })).json())
const problem = async (response: Response) => (await response.json()) as Problem
const outcome = async (response: Response) => [response.status, (await problem(response)).code]
const stored = async (response: Response) => {
  expect(response.status).toBeOneOf([200, 201])
  return storedBriefSchema.parse(await response.json())
}
const keep = async (changes: Partial<KeptBrief> = {}, as = ada) => {
  const id = randomUUID()
  await stored(await put(id, brief(changes), as))
  return id
}

test('a brief is kept with its drafts as they are, and each time that it is stored is a revision', async () => {
  const id = randomUUID()
  const first = brief()
  const made = await put(id.toUpperCase(), { ...first, agentId: agentId.toUpperCase() })
  expect(made.status).toBe(201)
  const { follows: _, ...fields } = first
  const kept = await stored(made)
  expect(kept).toEqual({
    ...fields,
    id,
    agentName: 'Ada',
    agentImageUrl: '/images/default.webp',
    agentAnswers: true,
    revision: 1,
    createdAt: expect.any(String),
    updatedAt: kept.createdAt,
  })
  advance(1_000)
  const changed = brief({ topic: 'Dusk', drafts: [draft('Red.', { edited: true })], follows: 1 })
  const answer = await put(id, changed)
  expect(answer.status).toBe(200)
  const now = await stored(answer)
  expect(now).toMatchObject({ topic: 'Dusk', drafts: changed.drafts, revision: 2, createdAt: kept.createdAt })
  expect(now.updatedAt > kept.updatedAt).toBe(true)
  expect(await stored(await read(id))).toEqual(now)
  expect((await list(ada)).briefs).toContainEqual(now)
})

test('of two tabs that change the same revision the second hears of it, and loses nothing of the first', async () => {
  const id = await keep()
  const tabs = [brief({ topic: 'One', follows: 1 }), brief({ topic: 'Other', follows: 1 })]
  const answers = await Promise.all(tabs.map((tab) => put(id, tab)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const winner = tabs[answers.findIndex(({ status }) => status === 200)]
  expect(await stored(await read(id))).toMatchObject({ topic: winner?.topic, revision: 2 })
  for (const follows of [0, 1, 3])
    expect(await outcome(await put(id, brief({ follows })))).toEqual([409, 'conflict'])
  expect((await stored(await put(id, brief({ follows: 2 })))).revision).toBe(3)
})

test('a brief that is stored again because the answer was lost is answered the same', async () => {
  const id = randomUUID()
  for (const body of [brief(), brief({ topic: 'Dusk', follows: 1 })]) {
    const first = await put(id, body)
    const kept = await stored(first)
    advance(1_000)
    const again = await put(id, body)
    expect([again.status, await stored(again)]).toEqual([first.status, kept])
  }
  const other = randomUUID()
  const body = brief()
  const answers = await Promise.all([put(other, body), put(other, body)])
  for (const answer of answers) expect(await stored(answer)).toMatchObject({ id: other, revision: 1 })
})

test('nobody but its wallet finds a brief at any address, or changes it', async () => {
  const bob = await signIn()
  const id = await keep()
  const before = await stored(await read(id))
  const requests: [string, string, unknown?][] = [
    ['GET', at(id)],
    ['PUT', at(id), brief()],
    ['PUT', at(id), brief({ follows: 1 })],
    ['DELETE', at(id)],
    ['POST', `${at(id)}/restore`],
  ]
  for (const [method, path, json] of requests) {
    const ask = (as?: Account) => send(method, path, { as, ...(json !== undefined && { json }) })
    expect(await outcome(await ask())).toEqual([401, 'not_signed_in'])
    expect(await outcome(await ask(bob))).toEqual([404, 'not_found'])
    for (const nowhere of ['nothing', randomUUID()]) {
      if (method === 'PUT' && nowhere !== 'nothing') continue
      const elsewhere = path.replace(id, nowhere)
      const response = await send(method, elsewhere, { as: ada, ...(json !== undefined && { json }) })
      expect(await outcome(response)).toEqual([404, 'not_found'])
    }
  }
  expect(await outcome(await put(randomUUID(), brief({ follows: 1 })))).toEqual([404, 'not_found'])
  expect(await outcome(await send('GET', '/api/me/briefs'))).toEqual([401, 'not_signed_in'])
  expect((await list(bob)).briefs).toEqual([])
  expect(await stored(await read(id))).toEqual(before)

  await remove(id)
  expect(await outcome(await restore(id, bob))).toEqual([404, 'not_found'])
  expect(await outcome(await put(id, brief(), bob))).toEqual([404, 'not_found'])
})

test('an agent must be there when it is chosen, and a brief outlives it', async () => {
  const [hidden, bobs] = [
    await makeAgent(bob, { visibilityEnabled: false }),
    await makeAgent(bob, { name: 'Bea', imageUrl: 'https://example.com/a.png' }),
  ]
  const id = await keep({ agentId: bobs })
  expect(await stored(await read(id))).toMatchObject({
    agentName: 'Bea',
    agentImageUrl: expect.stringMatching(/^\/images\/remote\/[0-9a-f]{64}\.webp$/),
    agentAnswers: true,
  })
  const refused = [
    await put(randomUUID(), brief({ agentId: hidden })),
    await put(randomUUID(), brief({ agentId: randomUUID() })),
    await put(randomUUID(), brief({ agentId: await makeAgent(bob, { isPublic: false }) })),
    await put(id, brief({ agentId: hidden, follows: 1 })),
  ]
  for (const response of refused) {
    const { code, errors } = await problem(response)
    expect([response.status, code, errors]).toEqual([
      422,
      'validation_failed',
      { agentId: 'This agent no longer exists. Choose another.' },
    ])
  }
  expect((await stored(await put(randomUUID(), brief({ agentId: hidden }), bob))).agentAnswers).toBe(true)

  await send('PATCH', `/api/agents/${bobs}`, { as: bob, json: { name: 'Bo' } })
  expect((await stored(await read(id))).agentName).toBe('Bo')
  await stored(await put(id, brief({ agentId: bobs, follows: 1 })))
  await send('DELETE', `/api/agents/${bobs}`, { as: bob })
  const gone = { agentName: 'Bo', agentImageUrl: '/images/default.webp', agentAnswers: false }
  expect(await stored(await read(id))).toMatchObject(gone)
  const again = brief({ agentId: bobs, topic: 'Still mine', follows: 2 })
  expect(await stored(await put(id, again))).toMatchObject({ ...gone, topic: 'Still mine', revision: 3 })
  expect((await list(ada)).briefs).toContainEqual(expect.objectContaining({ id, ...gone }))
})

test('a deletion can be undone for ten seconds and no longer, and what is deleted can not be changed', async () => {
  const id = await keep()
  const before = await stored(await read(id))
  expect(await stored(await restore(id))).toEqual(before)
  expect((await remove(id)).status).toBe(204)
  for (const response of [
    await read(id),
    await remove(id),
    await put(id, brief()),
    await put(id, brief({ follows: 1 })),
  ])
    expect(await outcome(response)).toEqual([404, 'not_found'])
  expect((await list(ada)).briefs.map((one) => one.id)).not.toContain(id)
  advance(UNDO_DELETE_MS - 2_000)
  expect(await stored(await restore(id))).toEqual(before)

  await remove(id)
  advance(UNDO_DELETE_MS + 1)
  expect(await outcome(await restore(id))).toEqual([410, 'undo_expired'])
})

test('what was deleted an hour ago is gone for good, and nothing else is', async () => {
  const [kept, gone, late] = [await keep(), await keep(), await keep()]
  await remove(gone)
  advance(50 * 60_000)
  await remove(late)
  advance(11 * 60_000)
  await briefs.sweepDeleted()
  expect((await read(kept)).status).toBe(200)
  expect([(await restore(gone)).status, (await restore(late)).status]).toEqual([404, 410])
})

test('pages go on without a gap or a double, stored last first, while others are stored', async () => {
  const carol = await signIn()
  const ids: string[] = []
  for (let number = 0; number < 5; number++) ids.unshift(await keep({ topic: `Brief ${number}` }, carol))
  // Three of them have the same time.
  await database.sql`
    update social_briefs set updated_at = ${new Date(1_700_000_000_000).toISOString()} where id = any(${ids.slice(2)}::uuid[])`
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: BriefPage = await list(carol, `?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.briefs.map(({ id }) => id))
    cursor = page.nextCursor
    // A new brief comes before all others, so the following pages do not change.
    if (seen.length === 2) await keep({}, carol)
  }
  expect(seen.slice(0, 2).sort()).toEqual(ids.slice(0, 2).sort())
  expect(seen.toSorted()).toEqual(ids.toSorted())
  for (const [query, code] of [
    ['?cursor=x', 'cursor_invalid'],
    ['?limit=0', 'validation_failed'],
    ['?limit=101', 'validation_failed'],
  ])
    expect(await outcome(await send('GET', `/api/me/briefs${query}`, { as: carol }))).toEqual([422, code])
})

test('a wallet keeps so many briefs; beyond that none is lost, and a deleted one comes back', async () => {
  const carol = await signIn()
  const id = await keep({}, carol)
  await database.sql`
    insert into social_briefs
    select gen_random_uuid(), owner, agent_id, agent_name, platform, topic, source, tone, drafts, revision,
      created_at, updated_at, null
    from social_briefs, generate_series(2, ${limits.socialBriefs}) where id = ${id}`
  await database.sql`delete from social_briefs where id = (
    select id from social_briefs where owner = ${carol.address} and id <> ${id} limit 1)`
  // One that is sent several times at once takes the last place once, and is what all of them get.
  const [last, wanted] = [{ id: randomUUID(), owner: carol.address }, brief()]
  const answers = await Promise.all(Array.from({ length: 20 }, () => briefs.store(last, wanted)))
  for (const answer of answers) expect(answer).toMatchObject({ id: last.id, revision: 1 })
  const full = await put(randomUUID(), brief(), carol)
  expect(full.status).toBe(409)
  expect(await problem(full)).toMatchObject({
    code: 'briefs_full',
    detail: 'You keep 500 briefs already. Delete one to save another.',
  })
  expect((await stored(await put(id, brief({ follows: 1 }), carol))).revision).toBe(2)
  await remove(id, carol)
  expect((await put(randomUUID(), brief(), carol)).status).toBe(201)
  expect((await restore(id, carol)).status).toBe(200)
})

test.each<[string, unknown, string, string]>([
  ['agentId', 'x', 'agentId', 'Choose an agent.'],
  ['platform', undefined, 'platform', 'Choose one of the five platforms.'],
  ['topic', '\u200b', 'topic', 'Enter a topic for the posts.'],
  [
    'source',
    'x'.repeat(limits.socialSource + 1),
    'source',
    'The pasted text can have at most 12,000 characters.',
  ],
  ['tone', 5, 'tone', 'Choose one of the five tones.'],
  ['drafts', undefined, 'drafts', 'There is no draft to keep.'],
  ['drafts', [], 'drafts', 'There is no draft to keep.'],
  ['drafts', Array.from({ length: 6 }, () => draft('x')), 'drafts', 'At most 5 drafts.'],
  [
    'drafts',
    [draft('x', { id: agentId }), draft('y', { id: agentId })],
    'drafts',
    'Two drafts have the same id.',
  ],
  ['drafts', [draft('x', { id: '1' })], 'drafts.0.id', 'The id of the draft must be a UUID.'],
  ['drafts', [draft('a\0')], 'drafts.0.content', "The draft has a character that can't be shown."],
  [
    'drafts',
    [draft('x'), draft('x'.repeat(limits.socialDraft + 1))],
    'drafts.1.content',
    'A draft can have at most 10,000 characters.',
  ],
  [
    'drafts',
    [{ ...draft('x'), state: 'running' }],
    'drafts.0.state',
    'Say how the draft ended: finished, stopped, interrupted or failed.',
  ],
  ['drafts', [{ ...draft('x'), edited: 'no' }], 'drafts.0.edited', 'This must be true or false.'],
  ['drafts', [{ ...draft('x'), by: 'me' }], 'drafts.0.by', 'This field can’t be set here.'],
  ['follows', -1, 'follows', 'The revision must be a whole number.'],
  ['follows', 1e12, 'follows', 'The revision must be a whole number.'],
  ['owner', ada.address, 'owner', 'This field can’t be set here.'],
])(
  'bad input: %s as %j is refused at its field, and nothing is kept',
  async (field, value, path, message) => {
    const id = randomUUID()
    const response = await put(id, { ...brief(), [field]: value })
    const { code, errors } = await problem(response)
    expect([response.status, code]).toEqual([422, 'validation_failed'])
    expect(errors).toHaveProperty([path], message)
    expect((await read(id)).status).toBe(404)
  },
)

test('the longest brief is taken, however its characters are written, and a larger body is not', async () => {
  const body = JSON.stringify(
    brief({
      source: '漢'.repeat(limits.socialSource),
      topic: '漢'.repeat(limits.socialTopic),
      drafts: Array.from({ length: limits.socialDrafts }, () => draft('漢'.repeat(limits.socialDraft))),
    }),
  ).replaceAll('漢', '\\u6f22')
  const headers = { 'content-type': 'application/json' }
  const id = randomUUID()
  expect((await send('PUT', at(id), { as: ada, body, headers })).status).toBe(201)
  const kept = await stored(await read(id))
  expect(kept.drafts[4]?.content).toBe('漢'.repeat(limits.socialDraft))
  const large = await send('PUT', at(id), { as: ada, body: body.padEnd(530_000), headers })
  expect(await outcome(large)).toEqual([413, 'body_too_large'])
})
