import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { memoryClient } from '../../../../test/memory-client.ts'
import { asking } from '../../../../test/own-world.ts'
import { outcome } from '../../../../test/realm-requests.ts'
import type { Account } from '../../../../test/sign-in.ts'
import { exchange, storeConversation } from '../../../../test/store-conversation.ts'
import type { Memories, MemoryFile, UsedInReply } from '../../../shared/memory/facts.ts'
import { memoryLimits } from '../../../shared/memory/memory-limits.ts'
import { removeFactsFrom } from '../../db/memory/facts.ts'
import { stories } from '../../db/schema/conversations.ts'
import type { MemoryUse } from '../../domain/chat/recollections.ts'

const database = await testDatabase()
const { db } = database
const { send, signIn, advance, sweeps, findFacts } = testApp(database)
const elsewhere = testApp(database)
const ask = asking(send)
const memory = memoryClient(send)

const textsOf = (facts: readonly { text: string }[]) => facts.map(({ text }) => text)
const told = async (as: Account, agentId: string, use: MemoryUse = 'chat', question = '', find = findFacts) =>
  textsOf(await find({ wallet: as.address, agentId, use }, question))
const post = (as: Account, agentId: string, json: object) =>
  send('POST', `${memory.at(agentId)}/facts`, { as, json: { id: randomUUID(), ...json } })

async function personWithAgent() {
  const as = await signIn()
  return { as, agentId: await memory.makeAgent(as) }
}

test('the first fact that a person writes down switches a memory on; it is told in chats, elsewhere only where they say so', async () => {
  const { as, agentId } = await personWithAgent()
  expect(await memory.open(as, agentId)).toMatchObject({ choice: { state: 'unasked', also: [] }, count: 0 })
  const kept = await memory.add(as, agentId, '  I have two cats.  ')
  expect(kept).toMatchObject({
    merged: false,
    choice: { state: 'on' },
    fact: { number: 1, text: 'I have two cats.', by: 'person', from: null, isOff: false, history: [] },
  })
  const { facts } = await memory.open(as, agentId)
  expect(facts).toEqual([kept.fact])
  const places = async () =>
    Promise.all((['chat', 'rooms', 'try_outs', 'doors'] as const).map((use) => told(as, agentId, use)))
  expect(await places()).toEqual([['I have two cats.'], [], [], []])
  await memory.choose(as, agentId, { also: ['rooms', 'doors', 'rooms'] })
  expect((await memory.open(as, agentId)).choice).toEqual({ state: 'on', also: ['rooms', 'doors'] })
  expect(await places()).toEqual([['I have two cats.'], ['I have two cats.'], [], ['I have two cats.']])
})

test('what is switched off or deleted is told nowhere from that moment on, on no server', async () => {
  const { as, agentId } = await personWithAgent()
  const { fact } = await memory.add(as, agentId, 'I live in Ghent.')
  const other = await memory.add(as, agentId, 'I play the cello.')
  const both = async () => [await told(as, agentId), await told(as, agentId, 'chat', '', elsewhere.findFacts)]
  const same = (...texts: string[]) => [texts, texts]
  expect(await both()).toEqual(same('I live in Ghent.', 'I play the cello.'))
  await memory.edit(as, agentId, fact.id, { isOff: true })
  expect(await both()).toEqual(same('I play the cello.'))
  await memory.edit(as, agentId, fact.id, { isOff: false })
  const deleted = await memory.remove(as, agentId, other.fact.id)
  expect(await both()).toEqual(same('I live in Ghent.'))
  await memory.restore(as, agentId, deleted)
  expect(await both()).toEqual(same('I live in Ghent.', 'I play the cello.'))
  await memory.choose(as, agentId, { state: 'off' })
  expect(await both()).toEqual(same())
  await memory.choose(as, agentId, { state: 'on' })
  expect(await memory.remove(as, agentId)).toMatchObject({ count: 2 })
  expect(await both()).toEqual(same())
  expect(await memory.open(as, agentId)).toMatchObject({ count: 0, facts: [] })
  expect((await memory.open(as, agentId, 'cello')).facts).toEqual([])
})

test('for ten seconds what was deleted comes back as it was, one or all; after an hour nothing is left of it', async () => {
  const { as, agentId } = await personWithAgent()
  for (const text of ['I row.', 'I swim.', 'I dance.']) await memory.add(as, agentId, text)
  const before = await memory.open(as, agentId)
  const one = await memory.remove(as, agentId, before.facts[1]?.id)
  advance(1)
  const rest = await memory.remove(as, agentId)
  expect([one.count, rest.count]).toEqual([1, 2])
  expect(textsOf((await memory.restore(as, agentId, rest)).facts)).toEqual(['I dance.', 'I row.'])
  expect(await memory.restore(as, agentId, one)).toEqual(before)
  const late = await memory.remove(as, agentId)
  advance(11_000)
  const restore = send('POST', `${memory.at(agentId)}/facts/restore`, { as, json: late })
  expect(await outcome(restore)).toEqual([422, 'validation_failed'])
  const { deletedAt } = late
  const again = send('POST', `${memory.at(agentId)}/facts/restore`, { as, json: { deletedAt } })
  expect(await outcome(again)).toEqual([410, 'undo_expired'])
  const stored = async () => (await database.sql`select 1 from facts where agent_id = ${agentId}`).length
  await sweeps.memories()
  expect(await stored()).toBe(3)
  advance(3_600_000)
  await sweeps.memories()
  expect(await stored()).toBe(0)
  expect((await memory.add(as, agentId, 'I row.')).fact.number).toBe(4)
})

test('twenty at once are all remembered, each under a number of its own, on two servers', async () => {
  const { as, agentId } = await personWithAgent()
  const animals = 'ant bee cat dog eel fox gnu hen ibis jay kiwi lynx mole newt owl pike quail rat seal toad'
  const servers = [memory, memoryClient(elsewhere.send)] as const
  await Promise.all(
    animals
      .split(' ')
      .map((animal, index) => servers[index % 2 === 0 ? 0 : 1].add(as, agentId, `I saw: ${animal}.`)),
  )
  const { facts } = await memory.open(as, agentId)
  expect(facts.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index))
  expect(new Set(textsOf(facts)).size).toBe(20)
})

test('the same said twenty times at once is one fact; the same id again is the same fact', async () => {
  const { as, agentId } = await personWithAgent()
  const many = Array.from({ length: 20 }, () => memory.add(as, agentId, 'I am allergic to peanuts.'))
  const kept = await Promise.all(many)
  expect(kept.filter(({ merged }) => !merged)).toHaveLength(1)
  expect(new Set(kept.map(({ fact }) => fact.id)).size).toBe(1)
  const id = randomUUID()
  const first = await memory.add(as, agentId, 'I drink tea.', { id })
  await memory.edit(as, agentId, id, { text: 'I drink coffee.' })
  const again = await memory.add(as, agentId, 'I drink tea.', { id: id.toUpperCase() })
  expect([first.fact.id, again.fact.id, again.fact.text]).toEqual([id, id, 'I drink coffee.'])
  const other = await personWithAgent()
  expect(await outcome(post(other.as, other.agentId, { id, text: 'I drink milk.' }))).toEqual([
    409,
    'conflict',
  ])
})

test('what says nearly the same takes the newer words, and says what it said before; so does an edit', async () => {
  const { as, agentId } = await personWithAgent()
  const { fact } = await memory.add(as, agentId, 'My sister Ada lives in Rotterdam since 2019')
  advance(1_000)
  const merged = await memory.add(as, agentId, 'My sister Ada lives in  ROTTERDAM since 2019.')
  expect(merged).toMatchObject({ merged: true, fact: { id: fact.id, number: 1 } })
  expect(merged.fact.history).toEqual([{ text: fact.text, by: 'person', until: merged.fact.updatedAt }])
  const edited = await memory.edit(as, agentId, fact.id, { text: 'My sister Ada lives in Delft.' })
  expect(textsOf(edited.history)).toEqual([merged.fact.text, fact.text])
  expect(await memory.edit(as, agentId, fact.id, { text: edited.text })).toEqual(edited)
  for (let time = 0; time < memoryLimits.history + 3; time++)
    await memory.edit(as, agentId, fact.id, { text: `Version ${time}` })
  const [last] = (await memory.open(as, agentId)).facts
  expect(last?.history).toHaveLength(memoryLimits.history)
  expect(last?.history[0]?.text).toBe(`Version ${memoryLimits.history + 1}`)
})

test('no two facts say the same: an edit names the one that does, and what was said again since is not restored', async () => {
  const { as, agentId } = await personWithAgent()
  const tea = await memory.add(as, agentId, 'Likes green tea')
  const { fact } = await memory.add(as, agentId, 'Lives in Ghent')
  const edit = (json: object) => send('PATCH', `${memory.at(agentId)}/facts/${fact.id}`, { as, json })
  const refused = await edit({ text: 'likes GREEN tea' })
  const message = 'This is remembered already, as number 1: “Likes green tea”'
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'conflict', errors: { text: message } },
  ])
  await memory.edit(as, agentId, fact.id, { text: 'Lives in GHENT' })

  const both = await memory.remove(as, agentId)
  await memory.add(as, agentId, 'likes green tea')
  expect(textsOf((await memory.restore(as, agentId, both)).facts)).toEqual([
    'likes green tea',
    'Lives in GHENT',
  ])
  expect(await told(as, agentId)).toEqual(['Lives in GHENT', 'likes green tea'])
  expect((await memory.open(as, agentId)).facts.map(({ id }) => id)).not.toContain(tea.fact.id)
})

test('what is off stays off when an agent hears it again, and comes on when the person writes it down again', async () => {
  const { as, agentId } = await personWithAgent()
  const { memories } = elsewhere
  const of = { wallet: as.address, agentId }
  const { fact } = await memory.add(as, agentId, 'I am left-handed.')
  await memory.edit(as, agentId, fact.id, { isOff: true })
  const heard = await memories.add(of, { id: randomUUID(), text: 'I am left-handed.', by: 'agent' })
  expect(heard).toMatchObject({ merged: true, fact: { isOff: true } })
  expect(await told(as, agentId)).toEqual([])
  await memory.add(as, agentId, 'I am left-handed.')
  expect(await told(as, agentId)).toEqual(['I am left-handed.'])
})

test('an agent replaces a fact by its number, and adds one where there is no such number; only while its memory is on', async () => {
  const { as, agentId } = await personWithAgent()
  const { memories } = elsewhere
  const of = { wallet: as.address, agentId }
  const remember = (text: string, replaces?: number) =>
    memories.add(of, { id: randomUUID(), text, by: 'agent', replaces })
  await expect(remember('I like jazz.')).rejects.toMatchObject({ code: 'conflict' })
  await memory.choose(as, agentId, { state: 'on' })
  await remember('I like jazz.')
  const replaced = await remember('I prefer silence now.', 1)
  expect(replaced).toMatchObject({
    merged: true,
    fact: { number: 1, by: 'agent', history: [{ text: 'I like jazz.', by: 'agent' }] },
  })
  expect(await remember('I have a boat.', 7)).toMatchObject({ merged: false, fact: { number: 2 } })
  await memory.choose(as, agentId, { state: 'off' })
  await expect(remember('I have a car.')).rejects.toMatchObject({ code: 'conflict' })
  expect(await outcome(post(as, agentId, { text: 'I have a car.' }))).toEqual([409, 'conflict'])
  expect((await memory.open(as, agentId)).count).toBe(2)
})

test('nobody else reads, changes, deletes or uses what is remembered of a person, of their own agent neither', async () => {
  const { as, agentId } = await personWithAgent()
  const bob = await signIn()
  // Bob's own agent remembers something of Ada.
  const ofBob = await memory.makeAgent(bob, 'Beacon')
  for (const id of [agentId, ofBob]) {
    const { fact } = await memory.add(as, id, 'I fear heights.')
    const path = `${memory.at(id)}/facts`
    expect(await outcome(send('PATCH', `${path}/${fact.id}`, { as: bob, json: { isOff: true } }))).toEqual([
      404,
      'not_found',
    ])
    expect(await outcome(send('DELETE', `${path}/${fact.id}`, { as: bob }))).toEqual([404, 'not_found'])
    expect((await memory.remove(bob, id)).count).toBe(0)
    expect((await memory.open(bob, id)).facts).toEqual([])
    expect(await told(bob, id)).toEqual([])
    expect(JSON.stringify(await ask('GET', `${memory.at(id)}/export`, bob))).not.toContain('heights')
    expect((await memory.open(as, id)).facts).toEqual([fact])
  }
  for (const [method, path] of [
    ['GET', '/api/me/memory'],
    ['GET', memory.at(agentId)],
    ['DELETE', `${memory.at(agentId)}/facts`],
  ] as const)
    expect(await outcome(send(method, path))).toEqual([401, 'not_signed_in'])
})

test('what looks like a key or a password, is no line, or is too long is refused, from an agent as well', async () => {
  const { as, agentId } = await personWithAgent()
  for (const text of [
    'My password is hunter2',
    '',
    ' \u200b ',
    'one\ntwo',
    'x'.repeat(memoryLimits.fact + 1),
  ]) {
    expect(await outcome(post(as, agentId, { text })), text).toEqual([422, 'validation_failed'])
    const heard = elsewhere.memories.add(
      { wallet: as.address, agentId },
      { id: randomUUID(), text, by: 'agent' },
    )
    await expect(heard, text).rejects.toMatchObject({ code: 'validation_failed' })
  }
  expect((await memory.open(as, agentId)).choice.state).toBe('unasked')
})

test('a memory is full at its limit, in a sentence, and deleting makes room', async () => {
  const { as, agentId } = await personWithAgent()
  const all = Array.from({ length: memoryLimits.facts }, (_, index) => ({ text: `${index} ${randomUUID()}` }))
  const file = { format: 'bionic-memory', version: 1, facts: all }
  const importing = (json: object) => send('POST', `${memory.at(agentId)}/import`, { as, json })
  expect(await (await importing(file)).json()).toEqual({ added: memoryLimits.facts, merged: 0 })
  const refused = await post(as, agentId, { text: 'One more.' })
  expect(await refused.json()).toMatchObject({
    code: 'quota_reached',
    detail: 'Nova can remember 500 facts of you. Delete one to make room; it takes ten seconds.',
  })
  const more = { ...file, facts: [{ text: 'One more.' }, { text: 'And another.' }] }
  expect(await outcome(importing(more))).toEqual([409, 'quota_reached'])
  const { facts } = await memory.open(as, agentId)
  await memory.remove(as, agentId, facts[0]?.id)
  expect(await outcome(post(as, agentId, { text: 'One more.' }))).toEqual([409, 'quota_reached'])
  advance(11_000)
  expect((await post(as, agentId, { text: 'One more.' })).status).toBe(201)
})

test('a memory goes into a file and comes back, what is known is not doubled, and nothing comes while it is off', async () => {
  const { as, agentId } = await personWithAgent()
  await memory.add(as, agentId, 'I bake bread.')
  const { fact } = await memory.add(as, agentId, 'I paint.')
  await memory.edit(as, agentId, fact.id, { isOff: true })
  const answer = await send('GET', `${memory.at(agentId)}/export`, { as })
  expect(answer.headers.get('content-disposition')).toContain('Memory of Nova.json')
  const file = (await answer.json()) as MemoryFile
  expect(file).toMatchObject({
    agentName: 'Nova',
    facts: [
      { text: 'I bake bread.', by: 'person', isOff: false },
      { text: 'I paint.', by: 'person', isOff: true },
    ],
  })
  const other = await memory.makeAgent(as, 'Beacon')
  const importing = (id: string, json: object) => send('POST', `${memory.at(id)}/import`, { as, json })
  await memory.add(as, other, 'i bake bread!')
  expect(await (await importing(other, file)).json()).toEqual({ added: 1, merged: 1 })
  expect(await (await importing(other, file)).json()).toEqual({ added: 0, merged: 2 })
  const opened = await memory.open(as, other)
  expect(opened.facts.map(({ text, isOff, createdAt }) => [text, isOff, createdAt])).toEqual([
    ['I paint.', true, file.facts[1]?.createdAt],
    ['i bake bread!', false, opened.facts[1]?.createdAt],
  ])
  await memory.choose(as, other, { state: 'off' })
  expect(await outcome(importing(other, file))).toEqual([409, 'conflict'])
  const secret = { ...file, facts: [...file.facts, { text: 'My password is hunter2' }] }
  expect(await outcome(importing(agentId, secret))).toEqual([422, 'validation_failed'])
  const [known] = file.facts
  const beforeTime = { ...file, facts: [{ ...known, createdAt: '0000-01-01T00:00:00Z' }] }
  expect(await outcome(importing(agentId, beforeTime))).toEqual([422, 'validation_failed'])
})

test('a memory is there when its agent is gone, to read and delete, and nothing can be added', async () => {
  const { as: owner, agentId } = await personWithAgent()
  const as = await signIn()
  const { fact } = await memory.add(as, agentId, 'I collect stamps.')
  const untouched = await memory.makeAgent(owner, 'Untouched')
  await memory.choose(as, untouched, { state: 'on' })
  const listed = async () =>
    (await ask<Memories>('GET', '/api/me/memory', as)).memories.map(({ agentName, count }) => [
      agentName,
      count,
    ])
  expect(await listed()).toEqual([
    ['Nova', 1],
    ['Untouched', 0],
  ])
  for (const id of [agentId, untouched]) await ask('DELETE', `/api/agents/${id}`, owner)
  expect(await listed()).toEqual([['An agent that is gone', 1]])
  await storeConversation(database, { owner: as.address, agentId, agentName: 'Nova of old' })
  expect(await listed()).toEqual([['Nova of old', 1]])
  expect(await outcome(post(as, agentId, { text: 'I collect coins.' }))).toEqual([404, 'not_found'])
  expect(await outcome(send('GET', memory.at(untouched), { as }))).toEqual([404, 'not_found'])
  await memory.edit(as, agentId, fact.id, { text: 'I collected stamps.' })
  expect((await memory.remove(as, agentId)).count).toBe(1)
  expect(await listed()).toEqual([])
})

test('a fact leads to its message of the wallet’s own conversation with the agent while that is there, and outlives it', async () => {
  const { as, agentId } = await personWithAgent()
  const talk = await storeConversation(database, { owner: as.address, agentId })
  const from = { conversationId: talk.id, messageId: talk.said[0]?.id ?? '' }
  expect((await memory.add(as, agentId, 'I asked of light.', { from })).fact.from).toEqual(from)
  const bob = await signIn()
  const theirs = await storeConversation(database, { owner: bob.address, agentId })
  const wrong = [
    { conversationId: theirs.id, messageId: theirs.said[0]?.id },
    { conversationId: talk.id, messageId: randomUUID() },
  ]
  for (const given of wrong)
    expect(await outcome(post(as, agentId, { text: 'No.', from: given }))).toEqual([422, 'validation_failed'])
  const fromNow = async () => (await memory.open(as, agentId)).facts[0]?.from
  await ask('DELETE', `/api/conversations/${talk.id}`, as)
  expect(await fromNow()).toBe(null)
  await ask('POST', `/api/conversations/${talk.id}/restore`, as)
  expect(await fromNow()).toEqual(from)
  await ask('DELETE', `/api/conversations/${talk.id}`, as)
  advance(3_700_000)
  await sweeps.conversations()
  expect(await memory.open(as, agentId)).toMatchObject({ count: 1, facts: [{ from: null }] })
})

test('with a message that is deleted goes what was remembered from it, and what a fact said before', async () => {
  const { as, agentId } = await personWithAgent()
  const talk = await storeConversation(database, { owner: as.address, agentId }, [
    ...exchange('I row on the river.', 'Good.'),
    ...exchange('I row on the sea now.', 'Better.'),
  ])
  const [first, , second] = talk.said.map(({ id }) => id)
  const from = (messageId = '') => ({ from: { conversationId: talk.id, messageId } })
  const { fact } = await memory.add(as, agentId, 'I row on the river.', from(first))
  await memory.add(as, agentId, 'I have a boat.', from(first))
  await memory.add(as, agentId, 'I have a dog.')
  const of = { wallet: as.address, agentId }
  const newer = { id: randomUUID(), text: 'I row on the sea.', by: 'agent' as const, replaces: fact.number }
  await elsewhere.memories.add(of, { ...newer, ...from(second) })
  const erase = (wallet: string) => removeFactsFrom(db, { wallet, conversationId: talk.id }, [first ?? ''])
  expect(await erase((await signIn()).address)).toBe(0)
  expect(await erase(as.address)).toBe(1)
  const { facts } = await memory.open(as, agentId)
  expect(facts.map(({ text, history }) => [text, textsOf(history)])).toEqual([
    ['I have a dog.', []],
    ['I row on the sea.', []],
  ])
})

test('a person finds what contains their words, in any case, and the whole memory is counted', async () => {
  const { as, agentId } = await personWithAgent()
  for (const text of ['I like Äpfel.', '100 % of my time is mine.', 'I like pears.'])
    await memory.add(as, agentId, text)
  const found = async (query: string) => {
    const { facts, count } = await memory.open(as, agentId, query)
    return [textsOf(facts), count]
  }
  expect(await found('LIKE')).toEqual([['I like pears.', 'I like Äpfel.'], 3])
  expect(await found('0 %')).toEqual([['100 % of my time is mine.'], 3])
  expect(await found('äpf')).toEqual([['I like Äpfel.'], 3])
  await memory.add(as, agentId, 'Meine Schuhe sind groß.')
  const wide = 'ＩＣＨ ＷＯＨＮＥ ＩＮ DER GROSSEN STRASSE.'
  await memory.add(as, agentId, wide)
  for (const query of ['GROSS', 'groß', 'GROẞ'])
    expect(await found(query)).toEqual([[wide, 'Meine Schuhe sind groß.'], 5])
  expect(await found('wohne in der großen straße')).toEqual([[wide], 5])
  await memory.add(as, agentId, 'Lese gerade Οδυσσεύς.')
  expect(await found('ΟΔΥΣΣΕΎΣ')).toEqual([['Lese gerade Οδυσσεύς.'], 6])
  const capital = 'Kardeşim İPEK İzmir’de yaşıyor.'
  await memory.add(as, agentId, capital)
  for (const query of ['İzmir', 'İPEK', 'kardeşim İpek', 'izmir'])
    expect(await found(query), query).toEqual([[capital], 7])
})

test('of a memory that is too long the question finds what is told, by the forms of its words', async () => {
  const { as, agentId } = await personWithAgent()
  await memory.add(
    as,
    agentId,
    `My daughter is training for the marathons of next spring${', and runs'.repeat(10)}.`,
  )
  for (let index = 0; index < 30; index++)
    await memory.add(as, agentId, `${index}: ${randomUUID()} ${randomUUID()} ${randomUUID()}`)
  const asked = (question: string) => told(as, agentId, 'chat', question)
  const found = await asked('Do you remember how she trained for that marathon?')
  expect(found[0]).toContain('marathons')
  expect(found.join('').length).toBeLessThanOrEqual(memoryLimits.told)
  expect(await asked('What now?')).not.toContain(found[0])
})

test.each([
  ['Как зовут мою собаку?', 'Моя собака зовётся Жучка.', 'Завтракаю кашей'],
  ['Wie heißen meine Hunde?', 'Mein Hund heißt Rex.', 'Frühstücke gern Brot'],
  ['What are my dogs called?', 'My dog answers to Rex.', 'Breakfast: oatmeal'],
])('a short question finds a fact by other forms of its words: %s', async (question, wanted, filler) => {
  const { as, agentId } = await personWithAgent()
  // What changed before the others, and is too long for the room that these leave, is told only if it is found.
  const { fact } = await memory.add(as, agentId, `${wanted} ${`${randomUUID()} `.repeat(5)}`)
  for (let index = 0; index < 30; index++)
    await memory.add(as, agentId, `${filler} ${index} ${randomUUID()} ${randomUUID()} ${randomUUID()}`)
  expect(await told(as, agentId, 'chat', question)).toContain(fact.text)
  expect(await told(as, agentId, 'chat', '?')).not.toContain(fact.text)
})

test('nothing is decided by saying only where, and both are changed together', async () => {
  const { as, agentId } = await personWithAgent()
  const put = (json: object) => outcome(send('PUT', memory.at(agentId), { as, json }))
  expect(await put({ also: ['rooms'] })).toEqual([422, 'validation_failed'])
  expect(await put({})).toEqual([422, 'validation_failed'])
  expect(await put({ state: 'unasked' })).toEqual([422, 'validation_failed'])
  const chosen = await memory.choose(as, agentId, { state: 'off', also: ['rooms'] })
  expect(chosen).toMatchObject({ agentName: 'Nova', choice: { state: 'off', also: ['rooms'] }, count: 0 })
  expect(await outcome(send('PUT', memory.at(randomUUID()), { as, json: { state: 'on' } }))).toEqual([
    404,
    'not_found',
  ])
})

test('what a reply was made with is told as it is now, to its person alone', async () => {
  const { as, agentId } = await personWithAgent()
  const [kept, gone] = [await memory.add(as, agentId, 'I ski.'), await memory.add(as, agentId, 'I surf.')]
  const story = randomUUID()
  const question = randomUUID()
  const usage = {
    persona: 1,
    memory: 1,
    opening: 0,
    story: 1,
    turns: 0,
    recalled: 1,
    passages: 0,
    question: 1,
  }
  const context = {
    ...{ kind: 'context' as const, id: 1, revision: 1, window: 100, reserved: 10, used: usage, story },
    facts: [kept.fact.id, gone.fact.id],
    recalled: [question],
  }
  const talk = await storeConversation(database, { owner: as.address, agentId }, [
    { id: question, role: 'user', content: 'What is light? '.repeat(100) },
    { role: 'assistant', content: 'A wave.', parts: [context, { kind: 'text' }] },
    { role: 'user', content: 'And sound?' },
    { role: 'assistant', content: 'A wave, too.' },
  ])
  const [, reply, , plain] = talk.said.map(({ id }) => id)
  await db.insert(stories).values({
    ...{
      id: story,
      conversationId: talk.id,
      through: reply ?? '',
      text: 'They spoke of light.',
      by: 'model',
    },
    ...{ createdAt: new Date(), updatedAt: new Date() },
  })
  const used = (id?: string, by = as) =>
    send('GET', `/api/conversations/${talk.id}/replies/${id}/used`, { as: by })
  const told = async () => (await (await used(reply)).json()) as UsedInReply
  await memory.edit(as, agentId, kept.fact.id, { text: 'I ski in winter.' })
  expect(await told()).toMatchObject({
    facts: [
      { id: kept.fact.id, fact: { text: 'I ski in winter.' } },
      { id: gone.fact.id, fact: { text: 'I surf.' } },
    ],
    story: { id: story, text: 'They spoke of light.' },
    recalled: [{ messageId: question, role: 'user', text: 'What is light? '.repeat(40) }],
  })
  await memory.remove(as, agentId, gone.fact.id)
  await db.delete(stories)
  await database.sql`update messages set erased = true, content = '' where id = ${question}`
  expect(await told()).toMatchObject({
    facts: [{ fact: { isOff: false } }, { id: gone.fact.id, fact: null }],
    story: { id: story, text: null },
    recalled: [{ messageId: question, text: null, createdAt: null }],
  })
  expect(await (await used(plain)).json()).toEqual({ facts: [], story: null, recalled: [] })
  expect(await outcome(used(question))).toEqual([404, 'not_found'])
  expect(await outcome(used(reply, await signIn()))).toEqual([404, 'not_found'])
})
