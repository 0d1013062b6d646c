import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { somePicture } from '../../../../../test/own-world.ts'
import { realmRequests } from '../../../../../test/realm-requests.ts'
import type { OwnReport, ReportedKind, Seen } from '../../../../shared/trust/reports.ts'

const database = await testDatabase()
const app = testApp(database, { settings: { TRUSTED_PROXIES: 1 } })
// Another server on the same database.
const there = testApp(database, { settings: { TRUSTED_PROXIES: 1 }, alone: false })
const { send, signIn } = app
const [ada, bob] = [await signIn(), await signIn()]
const realms = realmRequests(send)

let visitors = 0
const visitor = () => ({ 'x-forwarded-for': `192.0.2.${++visitors}` })

const body = (subject: string, fields: object = {}) => ({
  ...{ id: randomUUID(), kind: 'agent', subject, reason: 'spam', words: 'Look at this.' },
  ...fields,
})
const report = (json: object, as?: Account, headers?: Record<string, string>, ask = send) =>
  ask('POST', '/api/reports', { as, json, ...(headers && { headers }) })
const own = async (as: Account, query = '') =>
  (await (await send('GET', `/api/me/reports${query}`, { as })).json()) as {
    reports: OwnReport[]
    nextCursor: string | null
  }
async function make(fields: object = {}, as = ada): Promise<string> {
  const answer = await send('POST', '/api/agents', { as, json: { ...newAgent, ...fields } })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}
async function caseOf(subject: string) {
  const found = await database.sql<
    { weight: number; reports: number; state: string; seen: Seen; sources: string[]; maker: string }[]
  >`select weight, reports, state, seen, sources, maker from desk_cases where subject = ${subject}`
  expect(found.length).toBeLessThanOrEqual(1)
  return found[0]
}

test('a report keeps what was seen, also once it is changed and deleted, and opens a case', async () => {
  const id = await make({ name: 'Bright Lamp', description: 'Sells lamps.' })
  const sent = body(id)
  const answer = await report(sent, bob)
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({
    ...{ id: sent.id, kind: 'agent', title: 'Bright Lamp', href: `/chat/${id}`, reason: 'spam' },
    ...{ words: 'Look at this.', outcome: 'open', decidedAt: null },
  })
  await send('PATCH', `/api/agents/${id}`, { as: ada, json: { name: 'Innocence', description: 'Nothing.' } })
  await send('DELETE', `/api/agents/${id}`, { as: ada })
  const opened = await caseOf(id)
  expect(opened).toMatchObject({ reports: 1, state: 'open', sources: ['report'], maker: ada.address })
  expect(opened?.seen.texts).toContainEqual({ label: 'Description', text: 'Sells lamps.' })
  expect((await own(bob)).reports[0]).toMatchObject({ title: 'Bright Lamp', outcome: 'open' })
})

test('who reported something is told to nobody', async () => {
  const id = await make({ name: 'Watched' })
  await report(body(id), bob)
  for (const path of [`/api/agents/${id}`, '/api/me/reports']) {
    const answer = await send('GET', path, { as: ada })
    expect(await answer.text()).not.toContain(bob.address)
  }
  expect(JSON.stringify(await caseOf(id))).not.toContain(bob.address)
  expect(await (await report(body(id), bob)).text()).not.toContain(bob.address)
})

test('the same again adds nothing: by its id, and of the same wallet while nobody has decided', async () => {
  const id = await make()
  const first = body(id)
  expect((await report(first, bob)).status).toBe(201)
  for (const again of [first, body(id, { reason: 'hateful', words: 'Otherwise.' })]) {
    const answer = await report(again, bob)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id: first.id, reason: 'spam', words: 'Look at this.' })
  }
  expect(await caseOf(id)).toMatchObject({ reports: 1 })
  // Decided: the next one is a report of its own, and opens the case again.
  await database.sql`update reports set outcome = 'nothing', decided_at = now()`
  await database.sql`update desk_cases set state = 'closed' where subject = ${id}`
  const before = (await caseOf(id))?.weight ?? 0
  expect((await report(body(id), bob)).status).toBe(201)
  const again = await caseOf(id)
  expect(again).toMatchObject({ reports: 2, state: 'open' })
  // What was weighed before the decision is not weighed again, and a report that came to nothing counts.
  expect(again?.weight).toBeLessThan(before)
})

test('somebody else’s id is refused, and what was reported with it stays', async () => {
  const [one, other] = [await make(), await make()]
  const cyd = await signIn()
  const first = body(one)
  await report(first, bob)
  for (const [json, as] of [
    [first, cyd],
    [{ ...first, subject: other }, bob],
    [first, undefined],
  ] as const)
    expect((await report(json, as, visitor())).status).toBe(409)
  expect(await caseOf(one)).toMatchObject({ reports: 1 })
  expect(await caseOf(other)).toBeUndefined()
})

test('twenty at once of one thing, on two servers, are one case with the sum of their weights', async () => {
  const id = await make()
  const people = await Promise.all(Array.from({ length: 10 }, () => signIn()))
  const ids = people.map(() => body(id))
  const answers = await Promise.all(
    people.flatMap((as, index) => [
      report(ids[index] ?? {}, as),
      report(ids[index] ?? {}, as, undefined, there.send),
    ]),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  const [sum] = await database.sql<{ weight: number; count: number }[]>`
    select sum(reports.weight) as weight, count(*)::int as count from reports
    join desk_cases on desk_cases.id = case_id where subject = ${id}`
  const opened = await caseOf(id)
  expect(opened).toMatchObject({ reports: 10 })
  expect(sum?.count).toBe(10)
  expect(opened?.weight).toBeCloseTo(sum?.weight ?? 0)
  expect(opened?.weight).toBeCloseTo(5)
})

test('a visitor can report, counts less than a wallet, and five an hour from one address', async () => {
  const from = visitor()
  const made = await Promise.all(Array.from({ length: 6 }, () => make({}, bob)))
  const statuses: number[] = []
  for (const id of made) statuses.push((await report(body(id), undefined, from)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  const refused = await report(body(made[5] ?? ''), undefined, from)
  expect(await refused.json()).toMatchObject({
    code: 'rate_limited',
    detail: 'Too many requests. Try again in 60 minutes.',
  })
  expect((await caseOf(made[0] ?? ''))?.weight).toBeLessThan(0.5)
  // The same request again is no other report.
  const other = visitor()
  const sent = body(made[5] ?? '')
  for (const status of [201, 200]) expect((await report(sent, undefined, other)).status).toBe(status)
  expect((await send('GET', '/api/me/reports')).status).toBe(401)
})

test('what one can’t see can’t be reported: a hidden agent not, a draft by who has its link', async () => {
  const hidden = await make({ visibilityEnabled: false })
  const draft = await make({ isPublic: false })
  const statusOf = async (subject: string, as: Account | undefined = bob) =>
    (await report(body(subject), as)).status
  expect(await statusOf(hidden)).toBe(404)
  expect(await statusOf(draft)).toBe(201)
  expect(await statusOf(randomUUID())).toBe(404)
  expect(await statusOf('not-an-id')).toBe(404)
  expect(await statusOf(draft, ada)).toBe(403)
})

test('a realm, a message in one and a person are kept as they were', async () => {
  const realm = await realms.make(ada, { name: 'The library', description: 'Quiet.' })
  const said = await realms.said(realm.id, 'Buy my lamps!', ada)
  await send('PUT', '/api/me/profile', {
    as: ada,
    json: { name: 'lamp_seller', imageUrl: null, about: 'I sell lamps.' },
  })
  const kinds: [ReportedKind, string, string][] = [
    ['realm', realm.id, 'Quiet.'],
    ['realm_message', `${realm.id}/${said.id}`, 'Buy my lamps!'],
    ['person', ada.address, 'I sell lamps.'],
  ]
  for (const [kind, subject, text] of kinds) {
    expect((await report(body(subject, { kind }), bob)).status, kind).toBe(201)
    const opened = await caseOf(subject)
    expect(opened?.maker).toBe(ada.address)
    expect(opened?.seen.texts.map((one) => one.text)).toContain(text)
  }
  await send('DELETE', `/api/realms/${realm.id}/messages/${said.id}`, { as: ada })
  const again = await report(body(`${realm.id}/${said.id}`, { kind: 'realm_message' }), await signIn())
  expect(again.status).toBe(404)
  expect((await report(body(`${realm.id}/${said.id}`, { kind: 'realm' }), bob)).status).toBe(404)
})

test('a picture, a shared conversation and somebody’s words about an agent are kept as they were, and operators see what is hidden', async () => {
  const body = Uint8Array.from(await somePicture('#123456'))
  const headers = { 'content-type': 'image/png' }
  const uploaded = await send('POST', '/api/images', { as: ada, body, headers })
  const { imageUrl } = (await uploaded.json()) as { imageUrl: string }
  const id = await make({ name: 'Pictured', imageUrl })
  const hash = /[0-9a-f]{64}/.exec(imageUrl)?.[0] ?? ''

  const conversation = randomUUID()
  const replyId = randomUUID()
  const question = { id: randomUUID(), parentId: null, content: 'When is the lamp lit?' }
  const asked = { replyId, agentId: id, question }
  await (await send('POST', `/api/conversations/${conversation}/replies`, { as: ada, json: asked })).text()
  const shared = await send('POST', `/api/conversations/${conversation}/copies`, {
    as: ada,
    json: { messageId: replyId },
  })
  const copy = ((await shared.json()) as { id: string }).id

  const cyd = await signIn()
  await app.rank.record([{ agentId: id, wallet: cyd.address, at: new Date(), replies: 3 }])
  const rating = { up: false, reason: 'wrong', words: 'Nonsense.' }
  expect((await send('PUT', `/api/agents/${id}/rating`, { as: cyd, json: rating })).status).toBe(200)

  const kinds: [ReportedKind, string, string, Account][] = [
    ['picture', hash, 'Pictured', ada],
    ['shared_copy', copy, 'When is the lamp lit?', ada],
    ['rating', `${id}/${cyd.address}`, 'Nonsense.', cyd],
  ]
  for (const [kind, subject, text, maker] of kinds) {
    const sent = { id: randomUUID(), kind, subject, reason: 'other', words: '' }
    expect((await report(sent, bob)).status, kind).toBe(201)
    const opened = await caseOf(subject)
    expect(opened?.maker).toBe(maker.address)
    expect(opened?.seen.texts.map((one) => one.text)).toContain(text)
  }
  expect((await caseOf(hash))?.seen.picture).toBe(imageUrl)

  await send('PATCH', `/api/agents/${id}`, { as: ada, json: { visibilityEnabled: false } })
  for (const [kind, subject] of kinds.filter(([kind]) => kind !== 'shared_copy')) {
    expect(await app.things.see({ kind, subject }, null), kind).toBeNull()
    expect(await app.things.see({ kind, subject }, 'operator'), kind).not.toBeNull()
  }
})

test('words that turn the direction of a text are refused, and reasons that are none', async () => {
  const id = await make()
  for (const [fields, field] of [
    [{ words: 'He is \u202egnorw' }, 'words'],
    [{ words: 'x'.repeat(1_001) }, 'words'],
    [{ reason: 'ugly' }, 'reason'],
    [{ subject: 'a b' }, 'subject'],
    [{ id: '1' }, 'id'],
  ] as const) {
    const answer = await report(body(id, fields), bob)
    expect(answer.status).toBe(422)
    expect(Object.keys(((await answer.json()) as { errors: object }).errors)).toEqual([field])
  }
})

test('own reports are listed newest first, a page at a time, and nobody else’s', async () => {
  const dora = await signIn()
  const made = await Promise.all(Array.from({ length: 5 }, (_, number) => make({ name: `Number ${number}` })))
  for (const id of made) {
    await report(body(id), dora)
    app.advance(1)
  }
  const first = await own(dora, '?limit=3')
  expect(first.reports.map(({ title }) => title)).toEqual(['Number 4', 'Number 3', 'Number 2'])
  const second = await own(dora, `?limit=3&cursor=${first.nextCursor}`)
  expect(second.reports.map(({ title }) => title)).toEqual(['Number 1', 'Number 0'])
  expect(second.nextCursor).toBeNull()
  expect((await send('GET', '/api/me/reports?cursor=nothing', { as: dora })).status).toBe(422)
  expect((await own(await signIn())).reports).toEqual([])
})
