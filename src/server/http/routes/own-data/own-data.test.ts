import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { ownDatabase, testDatabase } from '../../../../../test/database.ts'
import { memoryClient } from '../../../../../test/memory-client.ts'
import { changedExport, exportOf, importTo, previewOf } from '../../../../../test/own-exports.ts'
import { asking, makeOwnWorld, type OwnWorld, readOwnWorld, texts } from '../../../../../test/own-world.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import { unzip } from '../../../../../test/zips.ts'
import { handleFrom } from '../../../../shared/agents/handles.ts'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import type { CitedSource } from '../../../../shared/knowledge/cited-source.ts'
import { notTheSame } from '../../../domain/own-data/export-readme.ts'

const database = await testDatabase()
const here = testApp(database)
const elsewhere = await ownDatabase()
const there = testApp(elsewhere)

/**
 * The data that must be equal before export and after import. Fields that cannot be equal are removed; the export's own
 * description gives the reason for each (`notTheSame`): ids and handles are new, pictures are stored again, and runs are not
 * shared.
 */
function comparable({
  agents,
  conversations,
  memories,
  realms,
  runs,
  briefs,
  profile,
  favourites,
}: OwnWorld) {
  const isOwnPicture = /^\/images\/[0-9a-f]{64}\.webp$/
  const picture = (url: string) => (isOwnPicture.test(url) ? 'a picture of its own' : url)
  const named = new Map(
    agents.flatMap(({ id, name, documents }) => [
      [id, name],
      ...documents.sources.map((document) => [document.id, document.name] as const),
    ]),
  )
  const nameOf = (id: string) => named.get(id) ?? id
  const cited = (sources: readonly CitedSource[]) =>
    sources.map((source) => ({ ...source, sourceId: nameOf(source.sourceId) }))
  const withCited = (part: ReplyPart) =>
    part.kind === 'sources' ? { ...part, sources: cited(part.sources) } : part
  return {
    agents: agents.map(({ id: _, handle: __, imageUrl, pictureUrl, versions, documents, ...agent }) => ({
      ...agent,
      documents: {
        ...documents,
        sources: documents.sources.map(({ id: ___, agentId: ____, ...source }) => source),
      },
      imageUrl: picture(imageUrl),
      pictureUrl: picture(pictureUrl),
      versions: versions.map((version) => ({
        ...version,
        imageUrl: picture(version.imageUrl),
        pictureUrl: picture(version.pictureUrl),
      })),
    })),
    conversations: conversations.map(({ id: _, agentId, agentImageUrl, ...conversation }) => ({
      ...conversation,
      messages: conversation.messages.map((message) =>
        message.role === 'assistant' && message.parts
          ? { ...message, parts: message.parts.map(withCited) }
          : message,
      ),
      agent: nameOf(agentId),
      agentImageUrl: picture(agentImageUrl),
    })),
    memories: memories.map(({ agentId, agentImageUrl, facts, ...memory }) => ({
      ...memory,
      agent: nameOf(agentId),
      agentImageUrl: picture(agentImageUrl),
      facts: facts.map(({ id: _, from, ...fact }) => ({ ...fact, from: from?.messageId })),
    })),
    realms: realms.map(({ id: _, version: __, agents: invited, messages, ...realm }) => ({
      ...realm,
      agents: invited.map(({ id, imageUrl, ...agent }) => ({
        ...agent,
        id: nameOf(id),
        imageUrl: picture(imageUrl),
      })),
      messages: messages.map(({ conversationId: ___, ...message }) =>
        message.kind === 'answer'
          ? message
          : { ...message, authorPictureUrl: message.authorPictureUrl && picture(message.authorPictureUrl) },
      ),
    })),
    runs: runs.map(({ id: _, shared: __, seats, ...run }) => ({
      ...run,
      turns: run.turns.map((turn) => ({ ...turn, sources: turn.sources && cited(turn.sources) })),
      seats: seats.map((seat) => ({
        ...seat,
        agentId: nameOf(seat.agentId),
        agentImageUrl: picture(seat.agentImageUrl),
      })),
    })),
    briefs: briefs.map(({ id: _, agentId, agentImageUrl, ...brief }) => ({
      ...brief,
      agent: nameOf(agentId),
      agentImageUrl: picture(agentImageUrl),
    })),
    profile: {
      ...profile,
      pictureUrl: profile.pictureUrl && picture(profile.pictureUrl),
      nameChangesAt: null,
    },
    favourites,
  }
}

test('what was exported, deleted with everything and imported on another server is the same side by side', async () => {
  const ada = await here.signIn()
  const { agent, draft } = await makeOwnWorld(here.send, database, ada)
  // An agent gets the handle of its name unless another one has it, as those of other tests do.
  for (const { id, name } of [agent, draft])
    await asking(here.send)('PATCH', `/api/agents/${id}`, ada, { name: `${name} moves` })
  const before = await readOwnWorld(here.send, ada)
  expect(before).toMatchObject({ agents: { length: 2 }, realms: { length: 1 }, runs: { length: 1 } })
  const exported = await exportOf(here.send, ada)

  const deleted = await here.send('DELETE', '/api/me', {
    as: ada,
    headers: await here.sign(ada, { action: 'delete-everything' }),
  })
  expect(deleted.status).toBe(200)
  for (const server of [here, there]) server.advance(11_000)
  await here.sweeps.deletions()
  const again = await here.signIn(ada.wallet)
  const gone = await readOwnWorld(here.send, again)
  expect(gone).toMatchObject({
    agents: [],
    conversations: [],
    memories: [],
    realms: [],
    runs: [],
    briefs: [],
    favourites: [],
  })
  expect(gone.profile).toMatchObject({ name: null, pictureUrl: null, about: '' })

  const moved = await there.signIn(ada.wallet)
  const counts = {
    ...{ agents: 2, documents: 2, realms: 1, conversations: 1, memories: 1 },
    ...{ runs: 1, briefs: 1, favourites: 1 },
  }
  expect(await previewOf(there.send, moved, exported)).toMatchObject({
    counts,
    notes: [],
    wallet: ada.address,
  })
  expect(await readOwnWorld(there.send, moved)).toEqual(gone)
  expect(await importTo(there.send, moved, exported)).toEqual({ made: counts, notes: [] })
  await there.readIn.settled()
  const after = await readOwnWorld(there.send, moved)
  expect(comparable(after)).toEqual(comparable(before))
  expect(after.agents.map(({ handle }) => handle)).toEqual(after.agents.map(({ name }) => handleFrom(name)))

  const ids = (world: OwnWorld) =>
    [world.agents, world.conversations, world.realms, world.runs, world.briefs].flat().map(({ id }) => id)
  expect(ids(after).filter((id) => ids(before).includes(id))).toEqual([])
  expect(after.runs.map(({ shared }) => shared)).toEqual([false])
  for (const { imageUrl } of after.agents.flatMap(({ versions }) => versions))
    if (imageUrl.startsWith('/images/')) expect((await there.send('GET', imageUrl)).status).toBe(200)
})

test('the export of an import has the same documents as the first one, but for ids, times of export and pictures', async () => {
  const ada = await here.signIn()
  await makeOwnWorld(here.send, database, ada)
  const first = await exportOf(here.send, ada)
  const bob = await there.signIn()
  await importTo(there.send, bob, first)
  await there.readIn.settled()
  const documents = async (bytes: Uint8Array) => {
    const files = [...(await unzip(bytes))].filter(([path]) =>
      /^(agents|conversations|memory|realms|runs|social)\/.*\.json$/.test(path),
    )
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
    return files.map(([path, text]) => [
      path,
      text.replaceAll(uuid, 'id').replaceAll(/\/images\/[0-9a-f]{64}/g, 'picture'),
    ])
  }
  expect(await documents(await exportOf(there.send, bob))).toEqual(await documents(first))
})

test('every thing is in the zip for programs and for people, with a description of the format', async () => {
  const ada = await here.signIn()
  await makeOwnWorld(here.send, database, ada)
  const files = await unzip(await exportOf(here.send, ada))
  const paths = [...files.keys()]
  expect(JSON.parse(files.get('bionic.json') ?? '')).toMatchObject({
    format: 'bionic-export',
    version: 1,
    wallet: ada.address,
    counts: {
      agents: 2,
      documents: 2,
      realms: 1,
      conversations: 1,
      memories: 1,
      runs: 1,
      briefs: 1,
      elsewhere: 0,
      shared: 0,
    },
  })
  expect(paths.filter((path) => path.startsWith('pictures/'))).toHaveLength(3)
  for (const path of paths.filter((one) => one.endsWith('.json') && one.includes('/')))
    expect(paths).toContain(path.replace(/json$/, 'md'))
  const inFolder = (folder: string) =>
    [...files]
      .filter(([path]) => path.startsWith(folder) && path.endsWith('.md'))
      .map(([, text]) => text)
      .join()
  expect(inFolder('agents/')).toContain('Noa')
  expect(inFolder('conversations/')).toContain(texts.long)
  expect(inFolder('memory/')).toContain(texts.mixed)
  expect(inFolder('realms/')).toContain(texts.arabic)
  expect(inFolder('runs/')).toContain(texts.hebrew)
  expect(inFolder('social/')).toContain(texts.hebrew)
  expect(files.get('README.md')).toContain(notTheSame[0])
  const page = readFileSync(new URL('../../../../../docs/export-format.md', import.meta.url), 'utf8')
  for (const sentence of notTheSame) expect(page).toContain(sentence)
})

test('an export has nothing of anybody else, and says what was said in realms of others apart', async () => {
  const [ada, bob] = [await here.signIn(), await here.signIn()]
  const ask = asking(here.send)
  const { id } = await ask<{ id: string }>('POST', '/api/realms', bob, { name: 'Of Bob', description: '' })
  const say = (as: Account, content: string, replyTo: number | null = null) =>
    ask('POST', `/api/realms/${id}/messages`, as, { id: crypto.randomUUID(), content, replyTo })
  await say(bob, 'The secret of Bob.')
  await say(ada, 'The answer of Ada.', 1)
  const ofAda = await unzip(await exportOf(here.send, ada))
  expect([...ofAda.values()].join()).not.toContain('The secret of Bob.')
  const [path] = [...ofAda.keys()].filter((one) => /^elsewhere\/.*json$/.test(one))
  expect(JSON.parse(ofAda.get(path ?? '') ?? '')).toMatchObject({
    name: 'Of Bob',
    messages: [{ content: 'The answer of Ada.', number: 2, replyTo: 1 }],
  })
  const ofBob = await unzip(await exportOf(here.send, bob))
  expect([...ofBob.values()].join()).not.toContain('The answer of Ada.')

  const carol = await there.signIn()
  await importTo(there.send, carol, await exportOf(here.send, bob))
  const { realms } = await readOwnWorld(there.send, carol)
  expect(realms).toMatchObject([
    {
      createdBy: carol.address,
      participants: [carol.address],
      messages: [{ content: 'The secret of Bob.', author: carol.address }],
    },
  ])
})

test('importing twice makes copies, and says so; a second try of one import makes nothing twice', async () => {
  const ada = await here.signIn()
  await makeOwnWorld(here.send, database, ada)
  const exported = await exportOf(here.send, ada)
  expect((await previewOf(here.send, ada, exported)).notes).toEqual([
    'What this export was made from is still here. Importing it makes copies.',
  ])
  const id = crypto.randomUUID()
  const first = await importTo(here.send, ada, exported, id)
  expect(await importTo(here.send, ada, exported, id)).toEqual(first)
  const once = await readOwnWorld(here.send, ada)
  expect(once.agents).toHaveLength(4)
  expect(once.conversations).toHaveLength(2)
  expect((await previewOf(here.send, ada, exported)).notes).toEqual([
    expect.stringMatching(
      /^You imported this export on [A-Z][a-z]+ \d+, \d{4} already\. Importing it again makes copies\.$/,
    ),
  ])
  await importTo(here.send, ada, exported)
  const twice = await readOwnWorld(here.send, ada)
  expect(twice.agents).toHaveLength(6)
  // Existing data is unchanged, and no picture is stored twice.
  expect(twice.agents.filter(({ id: one }) => once.agents.some((agent) => agent.id === one))).toHaveLength(4)
  expect(new Set(twice.agents.map(({ imageUrl }) => imageUrl)).size).toBe(2)
  expect(twice.profile).toEqual(once.profile)
})

test('what does not fit into the quotas of the wallet is left out and said; the rest is made', async () => {
  const ada = await here.signIn()
  await makeOwnWorld(here.send, database, ada)
  const exported = await exportOf(here.send, ada)
  const small = testApp(elsewhere, { settings: { QUOTA_AGENTS: 1, QUOTA_REALMS: 1 } })
  const bob = await small.signIn()
  const preview = await previewOf(small.send, bob, exported)
  expect(preview.notes).toEqual(['Your wallet has room for 1 of the 2 agents; the rest will be left out.'])
  const { made, notes } = await importTo(small.send, bob, exported)
  expect(made).toMatchObject({ agents: 1, conversations: 1, realms: 1, runs: 1, briefs: 1 })
  expect(notes).toContainEqual(expect.stringMatching(/^“.+” was left out\. One wallet can have 1 agent\./))
})

test('a name that somebody has is left out and said, and no time is later than the import', async () => {
  const ada = await here.signIn()
  await makeOwnWorld(here.send, database, ada)
  const exported = await exportOf(here.send, ada)
  const [bob, carol] = [await there.signIn(), await there.signIn()]
  await importTo(there.send, bob, exported)
  const { notes } = await importTo(there.send, carol, exported)
  expect(notes).toContainEqual(expect.stringContaining('This name, or one that looks like it, is taken.'))
  expect((await readOwnWorld(there.send, carol)).profile).toMatchObject({ name: null, about: texts.hebrew })

  const behind = testApp(elsewhere)
  behind.advance(-3_600_000)
  const dave = await behind.signIn()
  await importTo(behind.send, dave, exported)
  const hour = Date.now() - 3_500_000
  const { agents, realms } = await readOwnWorld(behind.send, dave)
  for (const { createdAt } of [...agents, ...realms]) expect(Date.parse(createdAt)).toBeLessThan(hour)
})

test('a visitor gets no export, and two at once of one wallet are one too many', async () => {
  expect((await here.send('GET', '/api/me/export')).status).toBe(401)
  const ada = await here.signIn()
  await makeOwnWorld(here.send, database, ada)
  const first = await here.send('GET', '/api/me/export', { as: ada })
  const second = await here.send('GET', '/api/me/export', { as: ada })
  expect(second.status).toBe(429)
  // A client that disconnects in the middle frees its place.
  await first.body?.cancel()
  await expect.poll(async () => (await exportOf(here.send, ada)).length).toBeGreaterThan(1_000)
})

test('whoever only asks for the headers of an export holds up no export', async () => {
  const wallets = await Promise.all(Array.from({ length: 5 }, () => here.signIn()))
  for (const as of wallets) {
    const head = await here.send('HEAD', '/api/me/export', { as })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'application/zip',
      '',
    ])
  }
  for (const as of wallets) expect((await exportOf(here.send, as)).length).toBeGreaterThan(100)
})

test('a memory of somebody else’s agent comes to that agent, once however often it is imported; what looks like a key is left out and said', async () => {
  const [ada, bob] = [await here.signIn(), await here.signIn()]
  const memory = memoryClient(here.send)
  const agentId = await memory.makeAgent(bob)
  for (const text of ['I row.', 'I swim.']) await memory.add(ada, agentId, text)
  const zip = await changedExport(await exportOf(here.send, ada), (files) => {
    const [path] = [...files.keys()].filter((one) => /^memory\/.*json$/.test(one))
    const text = files.get(path ?? '') ?? ''
    files.set(path ?? '', text.replace('I swim.', 'My password is hunter2'))
  })
  const cyd = await here.signIn()
  await memory.add(cyd, agentId, 'I ski.')
  await memory.choose(cyd, agentId, { state: 'off' })
  const texts = async () => (await memory.open(cyd, agentId)).facts.map(({ text }) => text)
  expect(await importTo(here.send, cyd, zip)).toMatchObject({
    made: { memories: 1 },
    notes: ['“What Nova remembers”: 1 of the facts can’t be remembered: they look like passwords or keys.'],
  })
  await importTo(here.send, cyd, zip)
  expect(await texts()).toEqual(['I row.', 'I ski.'])
  expect((await memory.open(cyd, agentId)).choice.state).toBe('off')
})

test('a value that can’t be stored, or an error that nobody thought of, leaves out its own thing, said, and the rest is made', async () => {
  const ada = await here.signIn()
  const memory = memoryClient(here.send)
  const [odd, refused, huge, broken] = [
    await memory.makeAgent(ada),
    await memory.makeAgent(ada),
    await memory.makeAgent(ada),
    await memory.makeAgent(ada),
  ]
  // Stands for a value that no schema thinks of.
  await elsewhere.db.execute(sql`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = case new.name when 'Refused' then '22003' else 'P0001' end; end $$`)
  await elsewhere.db.execute(sql`
    create trigger refuse before insert on agents
      for each row when (new.name in ('Refused', 'Broken')) execute function refuse()`)
  await memory.add(ada, odd, 'I row.')
  const none = {
    greetings: [],
    background: '',
    systemPrompt: '',
    exampleMessages: '',
    postHistoryInstructions: '',
  }
  const persona = { ...none, nickname: 'a\0', lorebook: null, card: '{"x":1}', cardFormat: 'chara_card_v2' }
  const changes = new Map<string, object>([
    [odd, { persona }],
    [refused, { name: 'Refused' }],
    [huge, { version: 2 ** 31 - 1 }],
    [broken, { name: 'Broken' }],
  ])
  const zip = await changedExport(await exportOf(here.send, ada), (files) => {
    for (const [path, content] of files) {
      if (!/^(agents|memory)\/.*json$/.test(path)) continue
      const thing = JSON.parse(content)
      if (path.startsWith('agents/')) Object.assign(thing, changes.get(thing.id))
      else thing.facts[0].createdAt = '0000-01-01T00:00:00Z'
      files.set(path, JSON.stringify(thing))
    }
  })
  const bob = await there.signIn()
  const { made, notes } = await importTo(there.send, bob, zip)
  expect(made).toMatchObject({ agents: 1, memories: 0 })
  expect(notes).toHaveLength(5)
  expect(notes).toContainEqual(
    expect.stringMatching(
      /^“Broken” was left out\. Something went wrong on the server \(request [0-9a-f-]{36}\)\.$/,
    ),
  )
  expect(notes).toContain('“Refused” was left out. It has a value that can’t be stored.')
  expect(notes).toContainEqual(expect.stringContaining('This is not a time in ISO 8601, in UTC.'))
})
