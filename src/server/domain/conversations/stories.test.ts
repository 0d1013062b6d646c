import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Scenario, ScenarioName } from '../../../../e2e/fakes/model-server.ts'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import { testDatabase } from '../../../../test/database.ts'
import { fixedChoice } from '../../../../test/fixed-models.ts'
import { from, known, listen, replyServers } from '../../../../test/reply-servers.ts'
import { exchange, type Said, storeConversation } from '../../../../test/store-conversation.ts'
import type { Ask } from '../../../shared/chat/conversations.ts'
import { createLog } from '../../base/log.ts'
import { readToTell } from '../../db/conversations/stories.ts'
import { type ChatEngine, chooseEngine } from '../../llm/choose-engine.ts'
import { Answers, type AnswersOptions } from '../chat/answers.ts'
import { buildPrompt } from '../chat/prompt.ts'
import { fitsWindow } from '../chat/window.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import { NO_PLACE_CAPS } from '../spending/accounts.ts'
import { Spending } from '../spending/spending.ts'
import { type ContextPart, isLoop, isRefusal, turnsToTell } from './make-story.ts'
import { Stories } from './stories.ts'
import { bitesOf } from './story-prompt.ts'

const database = await testDatabase()
const { db, sql } = database
const { model, server, agentId } = await replyServers(database)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const log = createLog('silent')
const open: Stories[] = []
afterEach(async () => {
  model.reset()
  await Promise.all(open.splice(0).map((stories) => stories.close()))
})
afterAll(model.close)

const WINDOW = 6_000
const STORY = 'The person keeps a lighthouse and wants a new lamp by May. The agent has compared three.'

function makeStories(
  windowTokens = WINDOW,
  engine: ChatEngine = chat,
  spent: Pick<AnswersOptions, 'spending' | 'modelUse'> = {},
): Stories {
  const answers = new Answers({ choose: fixedChoice(engine, windowTokens), ...spent })
  const stories = new Stories({ db, clock: () => new Date(), answers, log })
  open.push(stories)
  return stories
}

interface Body {
  messages: { role: string; content: string }[]
}
const isStory = (body: unknown) =>
  (body as Body).messages[0]?.content.startsWith('You tell what was said') ?? false
const askedFor = () =>
  model.requests.flatMap(({ body }) => (isStory(body) ? [(body as Body).messages.at(-1)?.content ?? ''] : []))
/** What a model does when it is asked for a story. */
const tells = (scenario: Scenario | ScenarioName) =>
  model.choose((body) => (isStory(body) ? scenario : undefined))
const words = (...words: string[]): Scenario => ({ name: 'words', words })

/** About 300 tokens each, and told apart by their marks. */
const turn = (mark: string): Said[] =>
  exchange(`${mark}-asks ${'lamp '.repeat(88)}`, `${mark}-says ${'glass '.repeat(73)}`)
const turns = (count: number, name = 'turn') =>
  Array.from({ length: count }, (_, index) => turn(`${name}${index + 1}`)).flat()

async function talk(said: Said[] = turns(12), owner = 'ada') {
  const stored = await storeConversation(database, { owner, agentId }, said)
  const of = { id: stored.id, owner }
  return { ...stored, of, reply: (index: number) => stored.said[2 * index - 1]?.id ?? '' }
}
type Talk = Awaited<ReturnType<typeof talk>>

const context = (used: Partial<ContextPart['used']> = {}, window = WINDOW): ContextPart => ({
  ...{ kind: 'context', id: 1, revision: 1, window, reserved: 1_000 },
  ...{ facts: [], story: null, recalled: [] },
  used: {
    ...{ persona: 100, memory: 0, opening: 0, story: 0, turns: 3_700 },
    ...{ recalled: 0, passages: 0, question: 20, ...used },
  },
})

/** As if its last reply had just ended. */
function end(stories: Stories, { of, activeLeaf }: Talk, part: ContextPart = context(), leaf = activeLeaf) {
  const asked = { agentId, wallet: of.owner }
  const place = { conversationId: of.id, replyId: leaf, owner: of.owner }
  stories.ended({ ...place, asked, context: part, requestId: 'request-1' })
  return stories.settled()
}

const storiesOf = ({ of }: Talk) =>
  sql<{ id: string; through: string; text: string; by: string }[]>`
    select id, through, text, by from stories where conversation_id = ${of.id} order by created_at`
const question = (parentId: string, content = 'And now?'): Ask => ({
  replyId: randomUUID(),
  agentId,
  question: { id: randomUUID(), parentId, content },
})

test('once a reply has filled the window, the model that gave it tells the oldest turns in short', async () => {
  const told = await talk()
  const before = askedFor().length
  tells(words(STORY))
  const stories = makeStories()
  const replies = server({ stories, windowTokens: WINDOW })
  const follow = await replies.ask('ada', told.id, question(told.activeLeaf), from())
  expect(known(await listen(follow)).state).toBe('finished')
  await stories.settled()
  expect(await storiesOf(told)).toMatchObject([{ through: told.reply(6), text: STORY, by: 'model' }])
  const requests = askedFor().slice(before)
  expect(requests).toHaveLength(1)
  const marks = [...(requests[0] ?? '').matchAll(/^> turn(\d+)-(?:asks|says)/gm)].map(([, n]) => Number(n))
  // Not the first exchange, which every prompt has, nor the newest.
  expect(marks).toEqual([2, 3, 4, 5, 6].flatMap((n) => [n, n]))
  expect(model.requests.at(-1)?.body).toMatchObject({ model: 'scripted' })
})

/** What the model was asked for a question, and the reply. */
async function promptFor(told: Talk, ask: Ask, windowTokens = WINDOW) {
  const replies = server({ windowTokens })
  const before = model.requests.length
  const reply = known(await listen(await replies.ask(told.owner, told.id, ask, from())))
  expect(reply.state).toBe('finished')
  const { messages } = (await model.request(before)).body as Body
  return { reply, messages, text: messages.map(({ content }) => content).join('\n\n') }
}

test('the next prompt has the persona, the first exchange, the story and what follows it, and no told turn', async () => {
  const told = await talk()
  tells(words(STORY))
  const stories = makeStories()
  await end(stories, told)
  const [story] = await storiesOf(told)
  const { messages, text, reply } = await promptFor(told, question(told.activeLeaf))
  expect(messages[0]).toMatchObject({ role: 'system', content: expect.stringContaining('You are Ada.') })
  const at = messages.findIndex(({ content }) => content.includes(`\n> ${STORY}`))
  expect(messages.slice(at - 2, at + 2).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
  ])
  expect(messages[at - 2]?.content).toMatch(/^turn1-asks/)
  expect(messages[at + 2]?.content).toMatch(/^turn7-asks/)
  expect(messages.at(-1)?.content).toMatch(/And now\?$/)
  expect(text).not.toMatch(/turn[23456]-says/)
  // The person's own words stay longer than the agent's.
  expect(text).toMatch(/^> turn6-asks/m)
  expect(reply.parts?.find((part) => part.kind === 'context')).toMatchObject({ story: story?.id })

  await stories.change(told.of, story?.id ?? '', '“Sentinel”\nstands at sea.')
  const edited = await promptFor(told, question(told.activeLeaf))
  expect(edited.text).toContain('> “Sentinel”\n> stands at sea.')
  expect(edited.text).not.toContain(STORY)

  const branched = await promptFor(told, question(told.reply(5), 'And elsewhere?'))
  expect(branched.text).not.toContain('Sentinel')
  expect(branched.text).toContain('turn5-says')

  await stories.remove(told.of, story?.id ?? '')
  const without = await promptFor(told, question(told.activeLeaf))
  expect(without.text).not.toContain('Sentinel')
  expect(without.text).toContain('turn6-says')
})

test('a model with a smaller window is asked with as much of a story as it can take', async () => {
  const told = await talk(turns(30))
  const text = 'Glass of the lamp. '.repeat(420).trim()
  await sql`
    insert into stories (id, conversation_id, through, text, by, created_at, updated_at)
    values (${randomUUID()}, ${told.id}, ${told.reply(29)}, ${text}, 'person', now(), now())`
  for (const windowTokens of [2_000, 3_000, 4_000, 8_000, 32_000]) {
    const { messages, text: prompt } = await promptFor(told, question(told.activeLeaf), windowTokens)
    const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
    expect(tokens + 1_000).toBeLessThanOrEqual(windowTokens)
    expect(prompt).toContain('> Glass of the lamp.')
    expect(messages[0]?.content).toContain('You are Ada.')
    expect(prompt.includes(text)).toBe(windowTokens > 20_000)
  }
})

test('a window that is not full gets none, and a few turns more are not worth one', async () => {
  const stories = makeStories()
  const before = askedFor().length
  await end(stories, await talk(), context({ turns: 3_000 }))
  await end(stories, await talk(turns(7)))
  expect(askedFor()).toHaveLength(before)
})

test('a story counts for whoever pays for the reply, and none is told beyond a cap', async () => {
  const used: unknown[] = []
  const caps = { ...NO_PLACE_CAPS, words: 1_000 }
  const spending = new Spending({ db, clock: () => new Date(), log, caps })
  const stories = makeStories(WINDOW, chat, { spending, modelUse: { add: (use) => used.push(use) } })
  const owner = randomUUID()
  const [first, second] = [await talk(turns(12), owner), await talk(turns(12), owner)]
  tells(words(STORY))
  await end(stories, first)
  expect(used).toEqual([
    expect.objectContaining({ agentId, model: 'scripted', words: STORY.split(' ').length, payer: null }),
  ])
  const before = askedFor().length
  const held = await spending.hold(owner, await fixedChoice(chat)({ wallet: owner }), () => {})
  held.addWords('word '.repeat(1_000))
  held.giveBack()
  await end(stories, second)
  expect([askedFor().length, await storiesOf(second)]).toEqual([before, []])
  await spending.close()
})

test('the offline engine makes none', async () => {
  const told = await talk()
  await end(makeStories(WINDOW, await chooseEngine({ CHAT_MODEL: 'none' })), told)
  expect(await storiesOf(told)).toEqual([])
})

test('what was thought, called and cited is in no story, nor what was deleted', async () => {
  const said = turns(12)
  const source = { kind: 'sources', id: randomUUID(), revision: 1, sources: [], quote: 'a-quoted-secret' }
  said[3] = {
    ...turn('turn2')[1],
    reasoning: 'a-thought',
    parts: [source] as never,
    role: 'assistant',
    content: 'Said.',
  }
  said[4] = { ...said[4], role: 'user', content: '', erased: true }
  said[5] = { ...said[5], role: 'assistant', content: '', erased: true }
  said[8] = { ...said[8], role: 'user', content: 'erased-words', erased: true }
  const told = await talk(said)
  tells(words(STORY))
  await end(makeStories(), told)
  expect(await storiesOf(told)).toHaveLength(1)
  const request = askedFor().at(-1) ?? ''
  expect(request).toContain('> Said.')
  expect(request).not.toMatch(/a-thought|a-quoted-secret|turn3|erased-words/)
})

test('nobody waits for a story: a new question stops it, and it is told after its reply', async () => {
  const told = await talk()
  tells({ name: 'stalls', words: ['The person'] })
  const stories = makeStories()
  const replies = server({ stories, windowTokens: WINDOW })
  const first = question(told.activeLeaf)
  const making = model.requests.length + 1
  await listen(await replies.ask('ada', told.id, first, from()))
  await model.request(making)
  const next = await replies.ask('ada', told.id, question(first.replyId), from())
  expect(await model.closed(making)).toBe('cut')
  tells(words(STORY))
  expect(known(await listen(next))).toMatchObject({
    state: 'finished',
    content: 'Hello from the scripted model.',
  })
  await stories.settled()
  expect(await storiesOf(told)).toMatchObject([{ text: STORY }])
})

test.each<[string, Scenario | ScenarioName]>([
  ['fails', 'error-500'],
  ['says nothing', 'empty'],
  ['breaks off', 'breaks'],
  ['comes to its limit', 'length'],
  ['refuses', words("I'm sorry, but I can't help with that.")],
  ['says too much', words('Lamp and glass, '.repeat(250))],
  ['repeats itself', words('The person asks for a lamp. '.repeat(12))],
])('a model that %s tells no story, and is asked again after five more replies', async (_, scenario) => {
  const told = await talk()
  tells(scenario)
  const stories = makeStories()
  await end(stories, told)
  const tried = askedFor().length
  for (let reply = 1; reply < 5; reply++) await end(stories, told)
  expect([await storiesOf(told), askedFor().length]).toEqual([[], tried])
  tells(words(STORY))
  await end(stories, told)
  expect(await storiesOf(told)).toMatchObject([{ text: STORY }])
})

/** Has something happen while a story is being told, and lets the model go on then. */
async function meanwhile(told: Talk, happens: (stories: Stories) => Promise<unknown>) {
  const before = model.requests.length
  tells({ name: 'stalls', words: ['The person'], rest: [' asks for a lamp.'] })
  const stories = makeStories()
  const making = end(stories, told)
  await model.request(before)
  await happens(stories)
  model.release()
  await making
  return stories
}

test('what is made of words that are deleted meanwhile is not stored', async () => {
  const told = await talk()
  await meanwhile(told, async () => {
    await sql`update messages set content = '', erased = true where id = ${told.reply(4)}`
    await sql`update conversations set erasures = erasures + 1 where id = ${told.id}`
  })
  expect(await storiesOf(told)).toEqual([])
  tells(words(STORY))
  await end(makeStories(), told)
  expect(askedFor().at(-1)).not.toContain('turn4-says')
  expect(await storiesOf(told)).toHaveLength(1)
})

test('nor is that of a conversation that is deleted, or of a story that is changed or deleted', async () => {
  const gone = await talk()
  await meanwhile(gone, () => sql`update conversations set deleted_at = now() where id = ${gone.id}`)
  expect(await storiesOf(gone)).toEqual([])

  const told = await talk(turns(24))
  const add = () => sql<{ id: string }[]>`
    insert into stories (id, conversation_id, through, text, by, created_at, updated_at)
    values (${randomUUID()}, ${told.id}, ${told.reply(10)}, 'They met.', 'model', now(), now()) returning id`
  const [one] = await add()
  // On another server, which has not stopped the making here.
  await meanwhile(told, () => makeStories().change(told.of, one?.id ?? '', 'They met at sea.'))
  expect(await storiesOf(told)).toMatchObject([{ text: 'They met at sea.', by: 'person' }])
  await meanwhile(told, () => makeStories().remove(told.of, one?.id ?? ''))
  expect(await storiesOf(told)).toEqual([])
})

test('what is told in several requests is given up with the first deletion', async () => {
  const told = await talk(turns(40))
  const before = askedFor().length
  await meanwhile(told, () => sql`update conversations set erasures = erasures + 1 where id = ${told.id}`)
  expect([askedFor().length, await storiesOf(told)]).toEqual([before + 1, []])
})

test('a server that ends in between stores nothing, and another one tells it', async () => {
  const told = await talk()
  const before = model.requests.length
  tells({ name: 'stalls', words: ['The person'] })
  const dying = makeStories()
  const making = end(dying, told)
  await model.request(before)
  await dying.close()
  await making
  expect([await model.closed(before), await storiesOf(told)]).toEqual(['cut', []])
  tells(words(STORY))
  await end(makeStories(), told)
  expect(await storiesOf(told)).toMatchObject([{ text: STORY }])
})

test('two servers at once tell one story', async () => {
  const told = await talk()
  tells(words(STORY))
  await Promise.all([end(makeStories(), told), end(makeStories(), told)])
  expect(await storiesOf(told)).toHaveLength(1)
})

test('a person whose model tells slowly holds up nobody else’s story', async () => {
  const slow = await Promise.all(Array.from({ length: 5 }, () => talk(turns(12, 'slow'), 'bob')))
  const told = await talk()
  model.choose((body) => {
    if (!isStory(body)) return undefined
    return JSON.stringify(body).includes('slow') ? { name: 'hangs' } : words(STORY)
  })
  const stories = makeStories()
  for (const each of slow) void end(stories, each)
  void end(stories, told)
  await expect.poll(() => storiesOf(told)).toHaveLength(1)
})

test('while a reply runs, on whatever server, none is made', async () => {
  const told = await talk()
  const before = askedFor().length
  await sql`
    insert into running_turns (conversation_id, reply_id, server)
    values (${told.id}, ${told.activeLeaf}, ${randomUUID()})`
  await end(makeStories(), told)
  expect(askedFor()).toHaveLength(before)
  await sql`delete from running_turns where conversation_id = ${told.id}`
})

test('each path has its own: a version that branches off before does not see it', async () => {
  const shared = turns(4, 'shared')
  const one = [...shared, ...turns(10, 'one')]
  const at = randomUUID()
  const fourth = shared.length - 1
  const branch = turns(10, 'other').map((said, index) => (index === 0 ? { ...said, parentId: at } : said))
  const told = await talk([
    ...one.map((said, index) => (index === fourth ? { ...said, id: at } : said)),
    ...branch,
  ])
  const [leaf, other] = [told.said[one.length - 1]?.id ?? '', told.activeLeaf]
  tells(words('Of the first path.'))
  await end(makeStories(), told, context(), leaf)
  tells(words('Of the other path.'))
  await end(makeStories(), told, context(), other)
  const request = askedFor().at(-1) ?? ''
  expect(request).toContain('shared2-asks')
  expect(request).not.toMatch(/one\d|Of the first path/)
  const storyOf = async (replyId: string) =>
    (await readToTell(db, told.of, { replyId, bytes: 100_000 }))?.story?.text
  expect(await storyOf(leaf)).toBe('Of the first path.')
  expect(await storyOf(other)).toBe('Of the other path.')
  expect(await storyOf(at)).toBeUndefined()
})

test('the next story is made of the one before and what was said since, and the person’s own words stay theirs', async () => {
  const told = await talk(turns(20))
  const stories = makeStories()
  tells(words(STORY))
  await end(stories, told, context(), told.reply(14))
  const [first] = await storiesOf(told)
  expect(first).toMatchObject({ through: told.reply(8) })
  const edited = await stories.change(told.of, first?.id ?? '', 'My lighthouse\n"Sentinel" needs a lamp.')
  expect(edited).toMatchObject({ text: 'My lighthouse\n"Sentinel" needs a lamp.', by: 'person' })

  tells(words('The Sentinel needs a lamp, and glass was ordered.'))
  await end(stories, told)
  const request = askedFor().at(-1) ?? ''
  expect(request).toContain(
    '\n> My lighthouse\n> "Sentinel" needs a lamp.\n\nThe person wrote it themselves.',
  )
  expect(request).toContain('turn9-asks')
  expect(request).not.toMatch(/turn8-|The person keeps a lighthouse/)
  expect(await storiesOf(told)).toMatchObject([
    { id: first?.id, by: 'person', text: edited.text },
    { by: 'model', text: 'The Sentinel needs a lamp, and glass was ordered.' },
  ])
})

test('a story that is deleted goes with those before and after it, and is told again after five more replies', async () => {
  const at = randomUUID()
  const one = turns(24).map((said, index) => (index === 3 ? { ...said, id: at } : said))
  const branch = turns(12, 'other').map((said, index) => (index === 0 ? { ...said, parentId: at } : said))
  const told = await talk([...one, ...branch])
  const leaf = told.said[47]?.id ?? ''
  const stories = makeStories()
  tells(words(STORY))
  for (const reply of [told.reply(12), told.reply(18), leaf, told.activeLeaf])
    await end(stories, told, context(), reply)
  const [, second, third, other] = await storiesOf(told)
  expect(other).toBeDefined()
  await stories.remove(told.of, second?.id ?? '')
  expect(await storiesOf(told)).toEqual([other])
  await expect(stories.remove(told.of, third?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })

  const before = askedFor().length
  for (let reply = 1; reply < 5; reply++) await end(stories, told, context(), leaf)
  expect(askedFor()).toHaveLength(before)
  await end(stories, told, context(), leaf)
  expect(await storiesOf(told)).toHaveLength(2)
})

test('much that nobody told yet is told in at most eight requests, the newest of it, none larger than the window', async () => {
  const told = await talk(turns(120))
  const before = askedFor().length
  let count = 0
  model.choose((body) => (isStory(body) ? words(`Up to bite ${++count}.`) : undefined))
  await end(makeStories(), told)
  const requests = askedFor().slice(before)
  expect(requests).toHaveLength(8)
  for (const [index, request] of requests.entries()) {
    expect(estimateTokens(request) + 1_000).toBeLessThan(WINDOW)
    if (index > 0) expect(request).toContain(`> Up to bite ${index}.`)
  }
  expect(requests.at(-1)).toContain('turn114-says')
  expect(requests[0]).not.toContain('turn2-asks')
  expect(await storiesOf(told)).toMatchObject([{ through: told.reply(114), text: 'Up to bite 8.' }])
})

const anyTurns = fc.array(
  fc.record({
    question: fc.string({ minLength: 1, maxLength: 2_000, unit: 'grapheme' }),
    answer: fc.string({ maxLength: 3_000 }),
  }),
  { maxLength: 20 },
)

test('whatever was said, what is told precedes what is kept, and each bite has its size', () => {
  fc.assert(
    fc.property(anyTurns, fc.integer({ min: 1_200, max: 20_000 }), (said, window) => {
      const path = said.flatMap(({ question, answer }, index) => [
        {
          id: `q${index}`,
          parentId: index === 0 ? null : `a${index - 1}`,
          role: 'user' as const,
          content: question,
          erased: false,
        },
        {
          id: `a${index}`,
          parentId: `q${index}`,
          role: 'assistant' as const,
          content: answer,
          erased: false,
        },
      ])
      const told = turnsToTell(path, context({}, window))
      const places = told.map(({ id }) => path.findIndex((message) => message.id === id))
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      expect(told.some(({ id }) => id === 'q0')).toBe(false)
      for (const bite of bitesOf(told, 300)) expect(estimateTokens(bite)).toBeLessThanOrEqual(300 + 30)
    }),
  )
})

test('no window is exceeded by a story, not even a smaller one than it was made for', () => {
  const said = (words: number) => ({ role: 'user' as const, content: 'Lamp? '.repeat(words) })
  fc.assert(
    fc.property(
      fc.integer({ min: 4_000, max: 40_000 }),
      fc.string({ minLength: 1, maxLength: 8_000, unit: 'grapheme' }),
      fc.array(fc.string({ maxLength: 2_000, unit: 'grapheme' }), { maxLength: 30 }),
      fc.nat(400),
      (tokens, text, ownWords, length) => {
        const window = { tokens, replyTokens: 1_000 }
        const agent = anAnsweringAgent({ name: 'Ada', personality: 'You are Ada, and patient.' })
        const request = {
          ...{ agent, text: 'And now?', story: { id: 'story', text, ownWords }, leftOut: 10 },
          opening: [said(3), { ...said(3), role: 'assistant' as const }],
          turns: [said(length), { ...said(length), role: 'assistant' as const }],
        }
        const { messages } = buildPrompt(request, window)
        expect(fitsWindow(messages, window)).toBe(true)
        expect(messages[0]?.content).toContain('You are Ada, and patient.')
      },
    ),
  )
})

test.each([
  ['I’m sorry, but I can’t help with that.', true, false],
  ["I can't do this.", true, false],
  ['The person is sorry. They lost their lamp.', false, false],
  [STORY, false, false],
  ['lamp '.repeat(100), false, true],
  ['The lamp is lit.\n'.repeat(6), false, true],
])('%j is a refusal: %s, a loop: %s', (text, refuses, loops) => {
  expect([isRefusal(text), isLoop(text)]).toEqual([refuses, loops])
})
