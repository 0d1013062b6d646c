import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentSources } from '../../../../../test/agent-sources.ts'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import type { Problem } from '../../../../shared/common/errors.ts'
import { UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'
import { type DocumentText, TEXT_PASSAGES } from '../../../../shared/knowledge/document-text.ts'
import type { FoundPassages, Passage, PassageAround, Source } from '../../../../shared/knowledge/sources.ts'

const MEGABYTE = 1024 * 1024
const app = testApp(await testDatabase(), {
  settings: { AGENT_SOURCES: 3, AGENT_SOURCES_MB: 2, SOURCE_MB: 1 },
})
const { send, signIn, advance, knowledge } = app
const sources = agentSources(app)
const [ada, bob] = [await signIn(), await signIn()]

const manual = `# The lighthouse of Skerry Point

The lamp is lit by a keeper each evening at dusk. Its oil is kept in the cellar beneath the stair. Whoever is on duty writes the hour and the weather into the book on the desk, and signs it with the full name before going to bed.

## Fog

In fog the bell is rung twice every minute, until the far buoy can be seen from the gallery again.`

const problem = async (answer: Response) => (await answer.json()) as Problem
const trySearch = async (agent: { id: string }, query: string, as = ada): Promise<FoundPassages> => {
  const answer = await send(
    'GET',
    `/api/agents/${agent.id}/sources/search?${new URLSearchParams({ query })}`,
    { as },
  )
  expect(answer.status).toBe(200)
  return (await answer.json()) as FoundPassages
}
const search = async (...asked: Parameters<typeof trySearch>): Promise<Passage[]> =>
  (await trySearch(...asked)).passages
const around = (passage: Passage, { key = '', as }: { key?: string; as?: typeof ada } = {}) =>
  send('GET', `/api/sources/${passage.sourceId}/passages/${passage.version}/${passage.number}?key=${key}`, {
    as,
  })

/** What the offline engine tells of the documents of an agent. */
const toldOf = async (agent: { id: string }, as?: typeof ada) => {
  const json = { agentId: agent.id, message: 'Which documents do you have?' }
  const reply = await (await send('POST', '/api/chat', { as, json })).text()
  const texts = [...reply.matchAll(/"type":"words".*?"text":"((?:[^"\\]|\\.)*)"/g)]
  return texts.map(([, text]) => text).join('')
}

test('a document is read in, listed, found by its words and opened at the place', async () => {
  const agent = await sources.makeAgent(ada)
  const source = await sources.read(agent, ada, { name: 'C:\\files\\manual.md', body: manual })
  expect(source).toMatchObject({
    agentId: agent.id,
    name: 'manual.md',
    type: 'markdown',
    version: 1,
    position: 1,
    bytes: Buffer.byteLength(manual),
    state: { kind: 'ready', pages: null, passages: 2, language: 'en', notes: [] },
  })
  const [passage] = await search(agent, 'how often is the bell rung?')
  expect(passage).toMatchObject({ sourceId: source.id, number: 2, heading: 'Fog', page: null })
  expect(passage?.text).toContain('rung twice every minute')
  const opened = (await (await around(passage as Passage, { as: ada })).json()) as PassageAround
  expect(opened.before).toContain('before going to bed.')
  expect(opened).toMatchObject({ passage, after: '', document: { name: 'manual.md', canOpen: true } })
})

test.each(['x', 'xx'])(
  'what stands around a passage is cut between letters of any script, behind %s',
  async (odd) => {
    const agent = await sources.makeAgent(ada)
    const waves = '🌊'.repeat(300)
    const body = `# Sea\n\nThe sea is here. ${waves}${odd}\n\n# Bell\n\n${'The bell is rung. '.repeat(40)}\n\n# ${odd}\n\n${waves}`
    await sources.read(agent, ada, { name: 'sea.md', body })
    const [passage] = await search(agent, 'when is the bell rung?')
    const opened = (await (await around(passage as Passage, { as: ada })).json()) as PassageAround
    expect(opened.before).toMatch(/^🌊+x+\s*$/u)
    expect(opened.after).toMatch(/^x+\s+🌊+$/u)
  },
)

test('an owner reads what was read of a document, part by part, and nobody else does', async () => {
  const agent = await sources.makeAgent(ada)
  const sentences = Array.from(
    { length: 900 },
    (_, index) => `Sentence ${index} says what it says about the lamp.`,
  )
  const body = sentences.join(' ')
  const source = await sources.read(agent, ada, { name: 'long.txt', body })
  const path = `/api/agents/${agent.id}/sources/${source.id}/text`
  const texts: string[] = []
  const sizes: number[] = []
  for (let after: number | null = 0; after !== null; ) {
    const answer: Response = await send('GET', `${path}?after=${after}`, { as: ada })
    expect(answer.status).toBe(200)
    const part = (await answer.json()) as DocumentText
    expect(part).toMatchObject({ name: 'long.txt', pages: null, characters: body.length, notes: [] })
    sizes.push(part.passages.length)
    texts.push(...part.passages.map(({ text, repeats }) => text.slice(repeats).trim()))
    after = part.next
  }
  expect(texts.join(' ')).toBe(body)
  expect(sizes.length).toBeGreaterThan(1)
  expect(Math.max(...sizes)).toBe(TEXT_PASSAGES)
  expect((await send('GET', path)).status).toBe(401)
  expect((await send('GET', path, { as: bob })).status).toBe(403)
  const other = await sources.makeAgent(ada)
  expect((await send('GET', path.replace(agent.id, other.id), { as: ada })).status).toBe(404)
  for (const nowhere of [-1, 2 ** 31])
    expect((await send('GET', `${path}?after=${nowhere}`, { as: ada })).status).toBe(422)
})

test('words are found as they are typed, with accents or without, and are marked where they stand', async () => {
  const agent = await sources.makeAgent(ada)
  await sources.read(agent, ada, {
    name: 'menu.txt',
    body: 'The menu of the café has crème brûlée and co\u00adopera\u00adtion with the farm nearby, as everybody here knows.',
  })
  for (const [query, marked] of [
    ['cafe', 'café'],
    ['café', 'café'],
    ['brulee', 'brûlée'],
    ['cooperation', 'co\u00adopera\u00adtion'],
  ] as const) {
    const { passages, hits } = await trySearch(agent, query)
    expect(hits[0]?.map(({ from, to }) => passages[0]?.text.slice(from, to))).toEqual([marked])
  }
})

test('an owner who tries a search sees the words that were found, in whatever form they stand', async () => {
  const agent = await sources.makeAgent(ada)
  await sources.read(agent, ada, { name: 'manual.md', body: manual })
  await sources.read(agent, ada, { name: 'bath.md', body: '大浴場は朝五時から夜十一時までです。' })
  const marked = async (query: string) => {
    const { passages, hits } = await trySearch(agent, query)
    expect(hits).toHaveLength(passages.length)
    return hits[0]?.map(({ from, to }) => passages[0]?.text.slice(from, to))
  }
  expect(await marked('Do keepers light the lamps?')).toEqual(['lamp', 'keeper'])
  expect(await marked('TWICE, the bells')).toEqual(['bell', 'twice'])
  expect(await marked('大浴場')).toEqual(['大浴場'])
})

test('the same file under the same id is stored once, and its content once for all agents', async () => {
  const [one, other] = [await sources.makeAgent(ada), await sources.makeAgent(ada)]
  const file = { id: randomUUID(), name: 'a.txt', body: 'The ferry leaves at nine.' }
  expect((await sources.send(one, ada, file)).status).toBe(201)
  expect((await sources.send(one, ada, file)).status).toBe(200)
  for (const more of [{ name: 'b.txt' }, { body: 'The ferry leaves at ten.' }, { body: 'No ferry today.' }])
    expect(await problem(await sources.send(one, ada, { ...file, ...more }))).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('of another file or name'),
    })
  expect((await sources.list(one, ada)).sources).toMatchObject([{ name: 'a.txt', version: 1 }])
  expect(await problem(await sources.send(other, ada, file))).toMatchObject({ status: 409, code: 'conflict' })
  await sources.read(other, ada, { name: 'b.txt', body: file.body })
  expect(await search(other, 'ferry')).toHaveLength(1)
})

test('a replaced document is found in its new version, and what cites the old one still opens', async () => {
  const agent = await sources.makeAgent(ada)
  const source = await sources.read(agent, ada, {
    name: 'menu.txt',
    body: 'Lentil soup is served on Mondays.',
  })
  const [old] = await search(agent, 'soup')
  const put = (replaces: number, body: string) =>
    send('PUT', `/api/agents/${agent.id}/sources/${source.id}?replaces=${replaces}`, { as: ada, body })
  const answer = await put(1, 'Barley soup is served on Fridays.')
  expect((await answer.json()) as Source).toMatchObject({ id: source.id, version: 2, name: 'menu.txt' })
  await app.readIn.settled()
  expect((await search(agent, 'soup')).map(({ text }) => text)).toEqual(['Barley soup is served on Fridays.'])
  expect(((await (await around(old as Passage, { as: ada })).json()) as PassageAround).passage.text).toBe(
    old?.text,
  )
  // The response was lost: a retry with the same content is not a conflict, other content is.
  expect((await put(1, 'Barley soup is served on Fridays.')).status).toBe(200)
  expect(await problem(await put(1, 'Pea soup is served on Sundays.'))).toMatchObject({ code: 'conflict' })
})

test('documents are renamed, moved and deleted, and a deletion can be undone for ten seconds', async () => {
  const agent = await sources.makeAgent(ada)
  const made: Source[] = []
  for (const name of ['one', 'two', 'three'])
    made.push(
      await sources.read(agent, ada, {
        name: `${name}.txt`,
        body: `Document number ${name} speaks of apples.`,
      }),
    )
  const [one, two, three] = made as [Source, Source, Source]
  const at = (source: Source) => `/api/agents/${agent.id}/sources/${source.id}`
  const names = async () => (await sources.list(agent, ada)).sources.map(({ name }) => name)
  const moved = await send('PATCH', at(three), { as: ada, json: { position: 1, name: 'first.txt' } })
  expect((await moved.json()) as Source).toMatchObject({ position: 1, name: 'first.txt' })
  expect(await names()).toEqual(['first.txt', 'one.txt', 'two.txt'])
  expect((await send('DELETE', at(one), { as: ada })).status).toBe(204)
  expect(await names()).toEqual(['first.txt', 'two.txt'])
  expect((await search(agent, 'apples')).map(({ sourceId }) => sourceId)).not.toContain(one.id)
  expect((await send('POST', `${at(one)}/restore`, { as: ada })).status).toBe(200)
  expect(await names()).toEqual(['first.txt', 'one.txt', 'two.txt'])
  expect(await search(agent, 'apples')).toHaveLength(3)
  await send('DELETE', at(two), { as: ada })
  advance(UNDO_DELETE_MS + 1)
  expect(await problem(await send('POST', `${at(two)}/restore`, { as: ada }))).toMatchObject({
    code: 'undo_expired',
  })
})

test('an agent that is full says so, and takes a document again once another one is gone', async () => {
  const agent = await sources.makeAgent(ada)
  const large = (letter: string) => `${letter} `.repeat(0.4 * MEGABYTE)
  for (const letter of ['a', 'b'])
    await sources.read(agent, ada, { name: `${letter}.txt`, body: large(letter) })
  expect(await problem(await sources.send(agent, ada, { name: 'c.txt', body: large('c') }))).toMatchObject({
    status: 409,
    code: 'sources_full',
    detail: expect.stringContaining('2 MB'),
  })
  await sources.read(agent, ada, { name: 'd.txt', body: 'A short one fits.' })
  expect(
    await problem(await sources.send(agent, ada, { name: 'e.txt', body: 'A fourth one.' })),
  ).toMatchObject({
    code: 'sources_full',
    detail: expect.stringContaining('3 documents'),
  })
  const { sources: kept, room } = await sources.list(agent, ada)
  expect(room).toMatchObject({ files: 3, filesMost: 3, bytesMost: 2 * MEGABYTE, fileBytesMost: MEGABYTE })
  await send('DELETE', `/api/agents/${agent.id}/sources/${kept[0]?.id}`, { as: ada })
  advance(UNDO_DELETE_MS + 1)
  expect((await sources.send(agent, ada, { name: 'f.txt', body: 'Now there is room.' })).status).toBe(201)
})

test('a document that is sent twice at once takes the last place once, and both get it', async () => {
  const agent = await sources.makeAgent(ada)
  for (const name of ['a.txt', 'b.txt']) await sources.read(agent, ada, { name, body: 'Short.' })
  const last = { id: randomUUID(), name: 'c.txt', body: 'It is the third.' }
  const answers = await Promise.all([sources.send(agent, ada, last), sources.send(agent, ada, last)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
})

test('a file in place of another one needs the room of the difference alone, and a retry none', async () => {
  const agent = await sources.makeAgent(ada)
  // Only the words of a replaced file stay.
  const page = (word: string) => `<p>${word}</p><!--${word.repeat(0.3 * MEGABYTE)}-->`
  const first = { id: randomUUID(), name: 'a.html', body: page('one') }
  expect((await sources.send(agent, ada, first)).status).toBe(201)
  await sources.read(agent, ada, { name: 'b.html', body: page('two') })
  const third = { name: 'c.html', body: page('six') }
  expect(await problem(await sources.send(agent, ada, third))).toMatchObject({ code: 'sources_full' })
  expect((await sources.send(agent, ada, first)).status).toBe(200)
  const path = `/api/agents/${agent.id}/sources/${first.id}?replaces=1`
  const replaced = await send('PUT', path, { as: ada, body: third.body })
  expect((await replaced.json()) as Source).toMatchObject({ id: first.id, version: 2 })
})

test('what is too long is refused by what it announces and by what comes, and leaves nothing behind', async () => {
  const agent = await sources.makeAgent(ada)
  const announced = await send('POST', `/api/agents/${agent.id}/sources?id=${randomUUID()}&name=a.txt`, {
    as: ada,
    body: 'short',
    headers: { 'content-length': String(300 * MEGABYTE) },
  })
  expect(announced.status).toBe(413)
  const endless = new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.alloc(64 * 1024, 'a'))
    },
  })
  expect(await problem(await sources.send(agent, ada, { name: 'a.txt', body: endless }))).toMatchObject({
    status: 413,
    code: 'source_too_large',
    detail: 'A document can have at most 1 MB.',
  })
  expect((await sources.list(agent, ada)).room).toMatchObject({ files: 0, bytes: 0 })
})

test.each([
  ['a picture called PDF', 'a.pdf', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'Use a PDF'],
  ['an old Word document', 'a.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'older Office file'],
  [
    'a zip of something else',
    'a.docx',
    Buffer.from('504b030414000000080000000000', 'hex'),
    'neither DOCX nor EPUB',
  ],
  ['nothing', 'a.txt', Buffer.alloc(0), 'empty'],
])('%s is refused with a sentence', async (_, name, body, sentence) => {
  const agent = await sources.makeAgent(ada)
  expect(await problem(await sources.send(agent, ada, { name, body }))).toMatchObject({
    status: 422,
    code: 'source_invalid',
    detail: expect.stringContaining(sentence),
  })
})

test('who may not change an agent may not touch its documents', async () => {
  const agent = await sources.makeAgent(ada)
  const source = await sources.read(agent, ada, {
    name: 'a.txt',
    body: 'The code of the gate is in the drawer.',
  })
  const at = `/api/agents/${agent.id}/sources`
  for (const [as, status] of [
    [bob, 403],
    [undefined, 401],
  ] as const) {
    expect((await sources.send(agent, as, { name: 'b.txt', body: 'mine' })).status).toBe(status)
    expect((await send('PATCH', at, { as, json: { sourcesOpen: 'documents' } })).status).toBe(status)
    expect((await send('PATCH', `${at}/${source.id}`, { as, json: { name: 'mine' } })).status).toBe(status)
    expect((await send('PUT', `${at}/${source.id}?replaces=1`, { as, body: 'mine' })).status).toBe(status)
    expect((await send('DELETE', `${at}/${source.id}`, { as })).status).toBe(status)
    expect((await send('POST', `${at}/${source.id}/restore`, { as })).status).toBe(status)
    expect((await send('GET', `${at}/search?query=gate`, { as })).status).toBe(status)
  }
  // A document cannot be reached through an agent that it does not belong to.
  const own = await sources.makeAgent(bob)
  expect((await send('DELETE', `/api/agents/${own.id}/sources/${source.id}`, { as: bob })).status).toBe(404)
})

test('visitors open cited passages by their keys, or whole documents where the owner lets them', async () => {
  const agent = await sources.makeAgent(ada)
  await sources.read(agent, ada, {
    name: 'long.md',
    body: `${manual}\n\n## Boats\n\n${'The boats are painted each spring. '.repeat(20)}`,
  })
  const [cited] = await knowledge.findPassages({
    agentId: agent.id,
    wallet: null,
    question: 'fog bell',
    limitCharacters: 1_000,
  })
  if (!cited) throw new Error('Nothing is found')
  expect((await around(cited, { key: cited.key })).status).toBe(200)
  // The key of one passage does not open another one.
  expect((await around(cited)).status).toBe(404)
  expect((await around({ ...cited, number: cited.number - 1 }, { key: cited.key })).status).toBe(404)
  const file = () => send('GET', `/api/sources/${cited.sourceId}/file`)
  expect((await file()).status).toBe(404)
  expect(await sources.list(agent)).toEqual({ sources: [], sourcesOpen: 'passages', room: null })
  expect(await toldOf(agent)).toMatch(/I have a document, and only my maker sees the list/)
  expect(await toldOf(agent, ada)).toContain('long.md')

  await send('PATCH', `/api/agents/${agent.id}/sources`, { as: ada, json: { sourcesOpen: 'documents' } })
  expect((await around({ ...cited, number: cited.number - 1 })).status).toBe(200)
  const opened = await file()
  expect(await opened.text()).toContain('painted each spring')
  expect(opened.headers.get('content-disposition')).toContain('attachment; filename="long.md"')
  expect(await toldOf(agent, bob)).toContain('long.md')
  expect(await sources.list(agent, bob)).toMatchObject({
    sources: [{ name: 'long.md' }],
    sourcesOpen: 'documents',
    room: null,
  })
})

test.each([
  ['a draft', { isPublic: false }],
  ['a hidden agent', { visibilityEnabled: false }],
])('nobody but its owner finds, opens or hears of the documents of %s', async (_, state) => {
  const agent = await sources.makeAgent(ada, state)
  const source = await sources.read(agent, ada, {
    name: 'secret.txt',
    body: 'The spare key hangs behind the clock.',
  })
  await send('PATCH', `/api/agents/${agent.id}/sources`, { as: ada, json: { sourcesOpen: 'documents' } })
  const ask = (wallet: string | null) =>
    knowledge.findPassages({
      agentId: agent.id,
      wallet,
      question: 'where is the spare key?',
      limitCharacters: 9_000,
    })
  const [own] = await ask(ada.address)
  expect(own?.text).toContain('behind the clock')
  expect(await toldOf(agent, ada)).toContain('secret.txt')
  expect(await toldOf(agent, bob)).not.toMatch(/secret|I have a document/)
  for (const as of [bob, undefined]) {
    expect(await ask(as?.address ?? null)).toEqual([])
    expect((await around(own as Passage, { key: own?.key ?? '', ...(as && { as }) })).status).toBe(404)
    expect((await send('GET', `/api/sources/${source.id}/file`, { as })).status).toBe(404)
    const list = await send('GET', `/api/agents/${agent.id}/sources`, { as })
    if (list.status === 200)
      expect(await list.json()).toEqual({ sources: [], sourcesOpen: 'passages', room: null })
    else expect(list.status).toBe(404)
  }
})

test('a question gets the best passages first, and all of what is short', async () => {
  const agent = await sources.makeAgent(ada)
  await sources.read(agent, ada, { name: 'manual.md', body: manual })
  await sources.read(agent, ada, { name: 'note.txt', body: 'The museum is shut on Tuesdays.' })
  const ask = { agentId: agent.id, wallet: bob.address, question: 'When does the bell ring in fog?' }
  const all = await knowledge.findPassages({ ...ask, limitCharacters: 100_000 })
  expect(all.map(({ sourceName, number }) => [sourceName, number])).toEqual([
    ['manual.md', 2],
    ['note.txt', 1],
    ['manual.md', 1],
  ])
  const few = await knowledge.findPassages({ ...ask, limitCharacters: 250 })
  expect(few.map(({ sourceName, number }) => [sourceName, number])).toEqual([
    ['manual.md', 2],
    ['note.txt', 1],
  ])
  const empty = await sources.makeAgent(ada)
  expect(await knowledge.findPassages({ ...ask, agentId: empty.id, limitCharacters: 9_000 })).toEqual([])
})
