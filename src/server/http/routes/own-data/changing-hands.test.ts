import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentSources } from '../../../../../test/agent-sources.ts'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { memoryClient } from '../../../../../test/memory-client.ts'
import { asking, makeOwnWorld, readOwnWorld } from '../../../../../test/own-world.ts'
import { type Account, signatureFor } from '../../../../../test/sign-in.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { Problem } from '../../../../shared/common/errors.ts'
import type { Handover, Handovers } from '../../../../shared/own-data/handovers.ts'
import type { DeletedEverything } from '../../../../shared/own-data/own-data.ts'
import type { RealmMessagePage } from '../../../../shared/realms/realm-messages.ts'
import { NOBODY, type RealmDetail } from '../../../../shared/realms/realms.ts'

const database = await testDatabase()
const { send, signIn, sign, advance, sweeps, bus } = testApp(database)
const ask = asking(send)
const MINUTE_MS = 60_000

const offer = async (from: Account, to: Account, agentId: string | null = null) => {
  const terms = { to: to.address, agentId }
  const headers = await sign(from, { action: 'hand-over', ...terms })
  return send('POST', '/api/me/handovers', { as: from, json: terms, headers })
}
const offered = async (from: Account, to: Account, agentId: string | null = null) => {
  const answer = await offer(from, to, agentId)
  expect(answer.status).toBe(201)
  return (await answer.json()) as Handover
}
const take = async (by: Account, { id, giver, agent }: Handover) => {
  const headers = await sign(by, { action: 'take-over', from: giver, agentId: agent?.id ?? null })
  return send('POST', `/api/me/handovers/${id}/take`, { as: by, headers })
}
const codeOf = async (answer: Response) => ((await answer.json()) as Problem).code
const say = (as: Account, realmId: string, content: string) =>
  ask('POST', `/api/realms/${realmId}/messages`, as, { id: randomUUID(), content })
const messagesOf = async (as: Account, realmId: string) =>
  (await ask<RealmMessagePage>('GET', `/api/realms/${realmId}/messages`, as)).messages
const makeRealm = (as: Account, name: string) =>
  ask<{ id: string }>('POST', '/api/realms', as, { name, description: '' })
const deleteEverything = async (as: Account) => {
  const headers = await sign(as, { action: 'delete-everything' })
  return (await (await send('DELETE', '/api/me', { as, headers })).json()) as DeletedEverything
}

test('with both signatures everything changes hands, and the old wallet’s sessions end', async () => {
  const [old, other, fresh] = [await signIn(), await signIn(), await signIn()]
  const world = await makeOwnWorld(send, database, old)
  const { id: realmId } = await makeRealm(other, 'Of another')
  await say(old, realmId, 'Said before the move.')
  const before = await readOwnWorld(send, old)
  const oldest = await signIn(old.wallet)
  const offer = await offered(old, fresh)
  expect(await ask<Handovers>('GET', '/api/me/handovers', old)).toMatchObject({
    given: [{ id: offer.id }],
    offered: [],
  })
  expect(await ask<Handovers>('GET', '/api/me/handovers', fresh)).toMatchObject({
    given: [],
    offered: [{ id: offer.id }],
  })
  expect((await take(fresh, offer)).status).toBe(204)

  for (const ended of [old, oldest])
    expect((await send('GET', '/api/me/agents', { as: ended })).status).toBe(401)
  const text = JSON.stringify(before).replaceAll(old.address, fresh.address)
  const after = await readOwnWorld(send, fresh)
  // The change of author gives each message a new version, so that connected clients get it.
  const withoutVersions = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (key, inner) => (key === 'version' ? undefined : inner))
  expect(withoutVersions(after)).toEqual(withoutVersions(JSON.parse(text)))
  expect((await messagesOf(other, realmId)).map(({ author }) => author)).toEqual([fresh.address])
  expect((await ask<RealmDetail>('GET', `/api/realms/${realmId}`, other)).participants).toContain(
    fresh.address,
  )
  await ask('PATCH', `/api/agents/${world.agent.id}`, fresh, { name: 'Renamed' })

  const back = await signIn(old.wallet)
  expect(await readOwnWorld(send, back)).toMatchObject({
    agents: [],
    conversations: [],
    memories: [],
    realms: [],
    runs: [],
    briefs: [],
  })
  expect(await codeOf(await take(fresh, offer))).toBe('not_found')
})

test('who has a profile, a vote or a favourite already keeps it, and a name that comes to nobody rests as theirs', async () => {
  const [old, fresh, maker] = [await signIn(), await signIn(), await signIn()]
  const agent = await ask<Agent>('POST', '/api/agents', maker, newAgent)
  const profile = (name: string, about: string) => ({ name, about, imageUrl: null })
  const [oldName, freshName] = [`older_${Date.now() % 1e6}`, `fresh_${Date.now() % 1e6}`]
  await ask('PUT', '/api/me/profile', old, profile(oldName, 'Of the old one.'))
  await ask('PUT', '/api/me/profile', fresh, profile(freshName, ''))
  for (const one of [old, fresh]) {
    await ask('PUT', `/api/agents/${agent.id}/upvote`, one)
    await ask('PUT', `/api/agents/${agent.id}/favourite`, one)
  }
  expect((await take(fresh, await offered(old, fresh))).status).toBe(204)
  expect(await ask<Agent>('GET', `/api/agents/${agent.id}`, fresh)).toMatchObject({
    upvotes: 1,
    upvoted: true,
    favourite: true,
  })
  expect((await readOwnWorld(send, fresh)).profile).toMatchObject({
    name: freshName,
    about: 'Of the old one.',
  })
  expect((await send('GET', `/api/people/${oldName}`)).status).toBe(410)
})

test('an offer is good for ten minutes, once, for the wallet that it names, and only with its own signature', async () => {
  const [old, fresh, other] = [await signIn(), await signIn(), await signIn()]
  const first = await offered(old, fresh)
  expect(await codeOf(await take(other, first))).toBe('not_found')
  const bare = await send('POST', `/api/me/handovers/${first.id}/take`, { as: fresh })
  expect(await codeOf(bare)).toBe('signature_required')
  const otherwise = await signatureFor(send, fresh, {
    action: 'take-over',
    from: other.address,
    agentId: null,
  })
  const forged = await send('POST', `/api/me/handovers/${first.id}/take`, { as: fresh, headers: otherwise })
  expect(await codeOf(forged)).toBe('signature_rejected')
  const terms = { to: fresh.address, agentId: null }
  const foreign = await sign(old, { action: 'hand-over', to: other.address, agentId: null })
  expect(
    await codeOf(await send('POST', '/api/me/handovers', { as: old, json: terms, headers: foreign })),
  ).toBe('signature_rejected')
  const second = await offered(old, fresh)
  expect(await codeOf(await take(fresh, first))).toBe('not_found')
  expect(await codeOf(await offer(old, old))).toBe('validation_failed')

  advance(10 * MINUTE_MS)
  expect(await codeOf(await take(fresh, second))).toBe('offer_expired')
  expect((await ask<Handovers>('GET', '/api/me/handovers', fresh)).offered).toEqual([])
  const third = await offered(old, fresh)
  expect((await send('DELETE', `/api/me/handovers/${third.id}`, { as: fresh })).status).toBe(204)
  expect(await codeOf(await take(fresh, third))).toBe('not_found')
})

test('what is offered by somebody whom one has blocked is not listed, and whoever offers it is not told', async () => {
  const [giver, other, taker] = [await signIn(), await signIn(), await signIn()]
  const [unwanted, welcome] = [await offered(giver, taker), await offered(other, taker)]
  const listed = async (as: Account) => {
    const { given, offered } = await ask<Handovers>('GET', '/api/me/handovers', as)
    return { given: given.map(({ id }) => id), offered: offered.map(({ id }) => id).toSorted() }
  }
  const both = [unwanted.id, welcome.id].toSorted()
  expect(await listed(taker)).toEqual({ given: [], offered: both })
  await send('PUT', `/api/me/blocks/${giver.address}`, { as: taker, json: { noCopies: false } })
  expect(await listed(taker)).toEqual({ given: [], offered: [welcome.id] })
  expect(await listed(giver)).toEqual({ given: [unwanted.id], offered: [] })
  await send('DELETE', `/api/me/blocks/${giver.address}`, { as: taker })
  expect(await listed(taker)).toEqual({ given: [], offered: both })
})

test('one agent is given away with its versions, and nothing else of its owner', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const { agent, draft } = await makeOwnWorld(send, database, ada)
  const before = (await readOwnWorld(send, ada)).agents.find(({ id }) => id === agent.id)
  expect(await codeOf(await offer(bob, ada, agent.id))).toBe('forbidden')
  expect((await take(bob, await offered(ada, bob, agent.id))).status).toBe(204)
  const ofBob = await readOwnWorld(send, bob)
  expect(ofBob.agents).toMatchObject([{ owner: bob.address, versions: before?.versions }])
  expect(ofBob.conversations).toEqual([])
  const ofAda = await readOwnWorld(send, ada)
  expect(ofAda.agents.map(({ id }) => id)).toEqual([draft.id])
  expect(ofAda.conversations).toHaveLength(1)

  const again = await offered(bob, ada, agent.id)
  await ask('DELETE', `/api/agents/${agent.id}`, bob)
  expect(await codeOf(await take(ada, again))).toBe('offer_expired')
})

test('documents count for the taker, all of them before anything moves, and it is the taker’s turn to have them read', async () => {
  const tight = testApp(database, { settings: { QUOTA_SOURCES_MB: 60 / 1024 / 1024 } })
  const sources = agentSources(tight)
  const [ada, bob] = [await tight.signIn(), await tight.signIn()]
  const agent = await sources.makeAgent(ada)
  const taken = await sources.makeAgent(bob)
  const { id } = await sources.read(agent, ada, { name: 'a.txt', body: `Of Ada, ${'a'.repeat(30)}.` })
  const { id: own } = await sources.read(taken, bob, { name: 'b.txt', body: `Of Bob, ${'b'.repeat(30)}.` })
  const accept = async (agentId: string | null) => {
    const json = { to: bob.address, agentId }
    const headers = await tight.sign(ada, { action: 'hand-over', ...json })
    const given = (await (
      await tight.send('POST', '/api/me/handovers', { as: ada, headers, json })
    ).json()) as Handover
    const signed = await tight.sign(bob, { action: 'take-over', from: ada.address, agentId })
    return tight.send('POST', `/api/me/handovers/${given.id}/take`, { as: bob, headers: signed })
  }
  for (const agentId of [agent.id, null]) {
    expect(await codeOf(await accept(agentId))).toBe('quota_reached')
    expect((await sources.list(agent, ada)).room).toMatchObject({ files: 1 })
  }
  await tight.send('DELETE', `/api/agents/${taken.id}/sources/${own}`, { as: bob })
  tight.advance(11_000)
  expect((await accept(agent.id)).status).toBe(204)
  expect((await sources.list(agent, bob)).sources).toMatchObject([{ id, state: { kind: 'ready' } }])
  expect(await (await tight.send('GET', `/api/sources/${id}/file`, { as: bob })).text()).toContain('Of Ada')
  expect((await tight.send('GET', `/api/sources/${id}/file`, { as: ada })).status).toBe(404)
  expect(await rowsWith('source_versions', ada.address)).toBe(0)
})

test('documents of a deleted agent count until its deletion can not be undone any more', async () => {
  const tight = testApp(database, { settings: { QUOTA_SOURCES_MB: 60 / 1024 / 1024 } })
  const sources = agentSources(tight)
  const eve = await tight.signIn()
  const [first, second] = [await sources.makeAgent(eve), await sources.makeAgent(eve)]
  await sources.read(first, eve, { name: 'a.txt', body: `The first, ${'a'.repeat(30)}.` })
  expect((await tight.send('DELETE', `/api/agents/${first.id}`, { as: eve })).status).toBe(204)
  const file = { name: 'b.txt', body: `The second, ${'b'.repeat(30)}.` }
  expect(await codeOf(await sources.send(second, eve, file))).toBe('quota_reached')
  tight.advance(11_000)
  expect((await sources.send(second, eve, file)).status).toBe(201)
})

test('shared copies go where their conversations go: with everything, and not with one agent', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const { agent, conversationId } = await makeOwnWorld(send, database, ada)
  const { activeLeaf } = await ask<{ activeLeaf: string }>('GET', `/api/conversations/${conversationId}`, ada)
  const copy = await ask<{ id: string }>('POST', `/api/conversations/${conversationId}/copies`, ada, {
    messageId: activeLeaf,
  })
  const copiesOf = async (as: Account) =>
    (await ask<{ copies: { id: string }[] }>('GET', '/api/me/copies', as)).copies.map(({ id }) => id)
  expect((await take(bob, await offered(ada, bob, agent.id))).status).toBe(204)
  expect([await copiesOf(ada), await copiesOf(bob)]).toEqual([[copy.id], []])
  expect((await take(bob, await offered(ada, bob))).status).toBe(204)
  expect((await send('GET', `/api/copies/${copy.id}`)).status).toBe(200)
  expect(await copiesOf(bob)).toEqual([copy.id])
  expect(await codeOf(await send('DELETE', `/api/copies/${copy.id}`, { as: await signIn(ada.wallet) }))).toBe(
    'not_found',
  )
  expect((await send('DELETE', `/api/copies/${copy.id}`, { as: bob })).status).toBe(204)
})

test('what the taker has no room for does not change hands, not in part', async () => {
  const small = testApp(database, { settings: { QUOTA_AGENTS: 2 } })
  const [ada, bob] = [await small.signIn(), await small.signIn()]
  for (const one of [ada, ada, bob]) await asking(small.send)('POST', '/api/agents', one, newAgent)
  const headers = await small.sign(ada, { action: 'hand-over', to: bob.address, agentId: null })
  const given = await small.send('POST', '/api/me/handovers', {
    as: ada,
    headers,
    json: { to: bob.address, agentId: null },
  })
  const { id } = (await given.json()) as Handover
  const signed = await small.sign(bob, { action: 'take-over', from: ada.address, agentId: null })
  expect(
    await codeOf(await small.send('POST', `/api/me/handovers/${id}/take`, { as: bob, headers: signed })),
  ).toBe('quota_reached')
  expect((await readOwnWorld(small.send, ada)).agents).toHaveLength(2)
})

test('deleting everything needs a signature, and for ten seconds all of it comes back as it was', async () => {
  const ada = await signIn()
  const other = await signIn(ada.wallet)
  const { agent, conversationId } = await makeOwnWorld(send, database, ada)
  const { activeLeaf } = await ask<{ activeLeaf: string }>('GET', `/api/conversations/${conversationId}`, ada)
  const copy = await ask<{ id: string }>('POST', `/api/conversations/${conversationId}/copies`, ada, {
    messageId: activeLeaf,
  })
  const stored = await database.sql.unsafe(
    `select id::text, source_id::text as source, file_id::text as file from source_versions where wallet = '${ada.address}'`,
  )
  expect(stored).toHaveLength(2)
  expect(await codeOf(await send('DELETE', '/api/me', { as: ada }))).toBe('signature_required')
  const before = await readOwnWorld(send, ada)
  const { deletedAt } = await deleteEverything(ada)
  expect((await send('GET', '/api/me/agents', { as: other })).status).toBe(401)
  expect(await readOwnWorld(send, ada)).toMatchObject({
    agents: [],
    conversations: [],
    memories: [],
    realms: [],
    runs: [],
    briefs: [],
  })
  for (const { source } of stored)
    expect((await send('GET', `/api/sources/${source}/file`, { as: ada })).status).toBe(404)
  expect((await send('GET', `/api/copies/${copy.id}`)).status).toBe(404)
  await ask('POST', '/api/me/restore', ada, { deletedAt })
  expect((await send('GET', `/api/copies/${copy.id}`)).status).toBe(200)
  expect(await readOwnWorld(send, ada)).toEqual(before)
  await sweeps.deletions()
  expect(await readOwnWorld(send, ada)).toEqual(before)

  const second = await deleteEverything(ada)
  advance(10_500)
  expect(await codeOf(await send('POST', '/api/me/restore', { as: ada, json: second }))).toBe('undo_expired')
  await sweeps.deletions()
  expect((await send('GET', '/api/me/agents', { as: ada })).status).toBe(401)
  advance(61 * MINUTE_MS)
  const { agents, conversations, realms, briefs, swarm } = sweeps
  for (const sweep of [sweeps.sources, agents, conversations, realms, briefs, swarm, sweeps.sources])
    await sweep()
  for (const table of [
    'agents',
    'conversations',
    'facts',
    'memory_choices',
    'swarm_runs',
    'social_briefs',
    'image_uploads',
    'people',
    'source_versions',
  ])
    expect(await rowsWith(table, ada.address), table).toBe(0)
  for (const table of ['agent_knowledge', 'sources', 'source_terms'])
    expect(await rowsWith(table, agent.id), table).toBe(0)
  for (const { id, file } of stored) {
    expect(await rowsWith('source_files', file)).toBe(0)
    expect(await rowsWith('source_file_chunks', file)).toBe(0)
    expect(await rowsWith('source_passages', `(${id},`)).toBe(0)
  }
  expect(await rowsWith('shared_copies', copy.id)).toBe(0)
})

test('rooms of others are told when their agents go, come back or get another owner', async () => {
  const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]
  const [{ id: agentId }, { id: realmId }] = [
    await ask<Agent>('POST', '/api/agents', ada, newAgent),
    await makeRealm(cyd, 'Of another'),
  ]
  await ask('PUT', `/api/realms/${realmId}/agents/${agentId}`, cyd)
  const told: string[] = []
  const stop = bus.listen(realmId, ({ type }) => told.push(type))
  const { deletedAt } = await deleteEverything(ada)
  expect(told.splice(0)).toEqual(['detail'])
  await ask('POST', '/api/me/restore', ada, { deletedAt })
  expect(told.splice(0)).toEqual(['detail'])
  expect((await take(bob, await offered(ada, bob, agentId))).status).toBe(204)
  expect(told.splice(0)).toEqual(['detail'])
  expect((await take(ada, await offered(bob, ada))).status).toBe(204)
  expect(told).toEqual(['detail'])
  stop()
})

test('what agents remember of both is together with the taker, under numbers of its own, and the taker’s decisions stay', async () => {
  const [old, fresh] = [await signIn(), await signIn()]
  const memory = memoryClient(send)
  const [both, alone] = [await memory.makeAgent(old, 'Both'), await memory.makeAgent(old, 'Alone')]
  for (const text of ['I row.', 'I swim.']) await memory.add(old, both, text)
  await memory.add(old, alone, 'I dance.')
  for (const text of ['I ski.', 'I climb.', 'I run.']) await memory.add(fresh, both, text)
  await memory.remove(fresh, both, (await memory.open(fresh, both)).facts[0]?.id)
  await memory.choose(fresh, both, { state: 'off', also: ['doors'] })
  expect((await take(fresh, await offered(old, fresh))).status).toBe(204)
  const { choice, facts } = await memory.open(fresh, both)
  expect(choice).toEqual({ state: 'off', also: ['doors'] })
  expect(facts.map(({ number, text }) => [number, text])).toEqual([
    [5, 'I swim.'],
    [4, 'I row.'],
    [2, 'I climb.'],
    [1, 'I ski.'],
  ])
  expect(await memory.open(fresh, alone)).toMatchObject({ choice: { state: 'on' }, count: 1 })
  expect((await memory.add(fresh, alone, 'I paint.')).fact.number).toBe(2)
  expect(await rowsWith('facts', old.address)).toBe(0)
  expect(await rowsWith('memory_choices', old.address)).toBe(0)
})

/** Counts the rows of a table that contain an address or an id anywhere. */
async function rowsWith(table: string, text: string): Promise<number> {
  const [row] = await database.sql.unsafe(
    `select count(*)::int as count from ${table} t where t::text like '%${text}%'`,
  )
  return row?.count
}

test('a realm in which others spoke stays without its maker, and words in realms of others are emptied in their place', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const { id: quiet } = await makeRealm(ada, 'Quiet')
  const { id: lively } = await makeRealm(ada, 'Lively')
  const { id: foreign } = await makeRealm(bob, 'Of Bob')
  await say(ada, quiet, 'Alone.')
  await say(ada, lively, 'Of the maker.')
  await say(bob, lively, 'Of a guest.')
  await say(bob, foreign, 'First.')
  for (let time = 0; time < 3; time++) await say(ada, foreign, `Of Ada, ${time}.`)
  await say(bob, foreign, 'Last.')
  const agent = await ask<Agent>('POST', '/api/agents', bob, newAgent)
  await ask('PUT', `/api/agents/${agent.id}/upvote`, ada)
  const name = `gone_${Date.now() % 1e6}`
  await ask('PUT', '/api/me/profile', ada, { name, about: '', imageUrl: null })

  await deleteEverything(ada)
  advance(10_500)
  await sweeps.deletions()
  expect((await send('GET', `/api/realms/${quiet}`, { as: bob })).status).toBe(404)
  const realm = await ask<RealmDetail>('GET', `/api/realms/${lively}`, bob)
  expect(realm).toMatchObject({ createdBy: NOBODY, creatorName: null, participants: [bob.address] })
  expect(await messagesOf(bob, lively)).toMatchObject([
    { number: 1, content: '', removed: true },
    { number: 2, content: 'Of a guest.', removed: false },
  ])
  const said = await messagesOf(bob, foreign)
  expect(said.map(({ content }) => content)).toEqual(['First.', '', '', '', 'Last.'])
  expect(said.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(said.map(({ version }) => version)).size).toBe(5)
  expect(await ask<Agent>('GET', `/api/agents/${agent.id}`, bob)).toMatchObject({ upvotes: 0 })
  expect((await send('GET', `/api/people/${name}`)).status).toBe(410)

  // A person who returns starts over, and their new messages stay.
  const back = await signIn(ada.wallet)
  await say(back, foreign, 'Here again.')
  await sweeps.deletions()
  expect((await messagesOf(bob, foreign)).at(-1)).toMatchObject({ content: 'Here again.', removed: false })
  expect((await send('PATCH', `/api/realms/${lively}`, { as: back, json: { name: 'Mine' } })).status).toBe(
    403,
  )
})

test('files of conversations change hands with them, and go when everything is deleted, those that were never sent too', async () => {
  const [old, fresh] = [await signIn(), await signIn()]
  const file = { id: randomUUID(), conversation: randomUUID() }
  const query = new URLSearchParams({ id: file.id, name: 'lease.md' })
  const path = `/api/conversations/${file.conversation}/files`
  const body = 'The rent is due on the third.'
  expect((await send('POST', `${path}?${query}`, { as: old, body })).status).toBe(201)
  const status = async (as: Account) => (await send('GET', `/api/sources/${file.id}/file`, { as })).status
  expect((await take(fresh, await offered(old, fresh))).status).toBe(204)
  expect(await status(await signIn(old.wallet))).toBe(404)
  expect(await status(fresh)).toBe(200)

  const { deletedAt } = await deleteEverything(fresh)
  expect(await status(fresh)).toBe(404)
  expect((await send('POST', '/api/me/restore', { as: fresh, json: { deletedAt } })).ok).toBe(true)
  expect(await status(fresh)).toBe(200)
  await deleteEverything(fresh)
  advance(2 * 60 * MINUTE_MS)
  await sweeps.sources()
  expect(await database.sql`select id from sources where wallet = ${fresh.address}`).toEqual([])
})
