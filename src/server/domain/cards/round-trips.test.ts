import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../../test/any-character.ts'
import { openBytes, plainPng, pngCard, someCard } from '../../../../test/cards.ts'
import { CCardLib, parseToV2 } from '../../../../tools/referees/cards.ts'
import { agentChangesSchema } from '../../../shared/agents/agents.ts'
import { type CardFile, cardFiles } from '../../../shared/agents/cards.ts'
import { NO_PERSONA, personaSchema } from '../../../shared/agents/persona.ts'
import type { AgentTools } from '../../../shared/tools/agent-tools.ts'
import type { CardContent, JsonObject } from './card-draft.ts'
import { draftOf, parseCardText } from './parse-card.ts'
import { pngText, readPngChunks } from './png-chunks.ts'
import { dataOf } from './read-character-card.ts'
import { writeCard } from './write-card.ts'
import type { ExportedCharacter } from './write-character-card.ts'

const at = new Date('2026-03-04T05:06:07Z')
const portrait = { png: plainPng(), own: true }

const text = fc.string({ unit: anyCharacter, maxLength: 40 })
const texts = fc.array(text, { maxLength: 3 })
/** JSON without minus zero, which no text of JSON tells from zero. */
const anyJson = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const anyObject = fc.dictionary(text, anyJson, { maxKeys: 4 })
const name = fc
  .string({ unit: anyCharacter, minLength: 1, maxLength: 30 })
  .map((written) => `Wren ${written}`)

const entry = fc
  .record(
    {
      keys: texts,
      content: text,
      enabled: fc.boolean(),
      insertion_order: fc.integer(),
      extensions: anyObject,
      use_regex: fc.boolean(),
      case_sensitive: fc.boolean(),
      constant: fc.boolean(),
      selective: fc.boolean(),
      secondary_keys: texts,
      name: text,
      comment: text,
      priority: fc.integer(),
      id: fc.integer(),
      position: fc.constantFrom('before_char', 'after_char'),
    },
    { requiredKeys: ['keys', 'content', 'enabled', 'insertion_order', 'extensions', 'use_regex'] },
  )
  .chain((fields) => anyObject.map((unknown) => ({ ...unknown, ...fields })))
const book = fc
  .record(
    {
      entries: fc.array(entry, { maxLength: 3 }),
      extensions: anyObject,
      name: text,
      description: text,
      scan_depth: fc.nat(),
      token_budget: fc.nat(),
      recursive_scanning: fc.boolean(),
    },
    { requiredKeys: ['entries', 'extensions'] },
  )
  .chain((fields) => anyObject.map((unknown) => ({ ...unknown, ...fields })))

const v1 = { name, description: text, personality: text, scenario: text, first_mes: text, mes_example: text }
const v2 = {
  ...v1,
  creator_notes: text,
  system_prompt: text,
  post_history_instructions: text,
  alternate_greetings: texts,
  tags: texts,
  creator: text,
  character_version: text,
  extensions: anyObject,
}
const v3 = {
  ...v2,
  group_only_greetings: texts,
  nickname: text,
  creator_notes_multilingual: fc.dictionary(text, text, { maxKeys: 2 }),
  source: texts,
  creation_date: fc.nat(),
  modification_date: fc.nat(),
}
const optional = { character_book: book }
const withUnknown = (fields: fc.Arbitrary<JsonObject>) =>
  fc.tuple(anyObject, fields).map(([unknown, known]) => ({ ...unknown, ...known }))
const data = (required: Record<string, fc.Arbitrary<unknown>>) =>
  withUnknown(fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) as never[] }))
const spec = (which: string, version: string, fields: fc.Arbitrary<JsonObject>) =>
  withUnknown(fc.record({ spec: fc.constant(which), spec_version: fc.constant(version), data: fields }))

const characterCards = {
  'V1, flat JSON': withUnknown(fc.record(v1)),
  V2: spec('chara_card_v2', '2.0', data(v2)),
  V3: spec('chara_card_v3', '3.0', data(v3)),
}

const parsed = (json: JsonObject) => parseCardText(Buffer.from(JSON.stringify(json)))

/** What is stored of a card that is imported, as an export reads it. */
function imported(card: CardContent): ExportedCharacter {
  const { agent, persona, lorebook } = draftOf(card)
  // The database stores JSON as it is written.
  const stored = JSON.parse(JSON.stringify({ persona, lorebook, card: card.json })) as {
    persona: typeof persona
    lorebook: typeof lorebook
    card: JsonObject
  }
  return { agent, creator: '', version: '1', persona: { ...stored, cardFormat: card.format } }
}

const exported = async (character: ExportedCharacter, as: CardFile) =>
  openBytes(await writeCard(character, portrait, as, at))

/** A field that V1 alone does not have is not lost when its card becomes one of V3. */
test.each(Object.entries(characterCards))(
  'a card of %s loses no field in a PNG, in JSON and in a CHARX',
  async (_, cards) => {
    await fc.assert(
      fc.asyncProperty(cards, fc.constantFrom('png', 'json', 'charx'), async (json, as) => {
        const card = parsed(json)
        const back = await exported(imported(card), as)
        const { extensions, character_book, ...fields } = dataOf(card)
        expect(back.json.data).toMatchObject(JSON.parse(JSON.stringify(fields)) as JsonObject)
        const written = back.json.data as JsonObject
        for (const [field, value] of Object.entries(fields)) expect(written[field]).toEqual(value)
        if (card.format !== 'chara_card_v1') {
          const { bionic: _, ...others } = written.extensions as JsonObject
          expect({ ...others, bionic: 0 }).toEqual({ ...(extensions as JsonObject), bionic: 0 })
          expect(written.character_book).toEqual(character_book)
          const { data: __, spec: ___, spec_version: ____, ...outer } = card.json
          expect(back.json).toMatchObject(outer)
        }
      }),
      { numRuns: 60 },
    )
  },
)

test('a card that comes back makes the same agent, as often as it goes around', async () => {
  const { V2, V3 } = characterCards
  await fc.assert(
    fc.asyncProperty(fc.oneof(V2, V3), fc.constantFrom('png', 'json', 'charx'), async (json, as) => {
      const first = imported(parsed(json))
      const back = await exported(first, as)
      const second = imported(back)
      expect({ ...second, persona: null }).toEqual({ ...first, persona: null })
      expect(second.persona?.persona).toEqual(first.persona?.persona)
      expect(second.persona?.lorebook).toEqual(first.persona?.lorebook)
      expect((await exported(second, as)).json).toEqual(back.json)
    }),
    { numRuns: 40 },
  )
})

const conversation = fc.array(
  fc.record({ name: fc.constantFrom('{{name1}}', 'Wren'), content: fc.record({ text }) }),
  { minLength: 1, maxLength: 3 },
)
const eliza = withUnknown(
  fc.record({
    name,
    bio: fc.array(text, { minLength: 1, maxLength: 3 }),
    system: text,
    lore: texts,
    topics: texts,
    adjectives: texts,
    messageExamples: fc.array(conversation, { maxLength: 2 }),
    postExamples: texts,
    style: fc.record({ all: texts, chat: texts, post: texts }),
    settings: fc.dictionary(fc.constantFrom('model', 'voice', 'ragKnowledge'), anyJson),
  }),
).filter((json) => !('spec' in json || 'first_mes' in json || 'entries' in json))

test('an ElizaOS character loses no field, and makes the same agent again', async () => {
  await fc.assert(
    fc.asyncProperty(eliza, async (json) => {
      const card = parsed(json)
      const first = imported(card)
      const back = await exported(first, 'eliza')
      const { settings, ...fields } = card.json
      expect(back.json).toMatchObject(fields)
      for (const [field, value] of Object.entries(fields)) expect(back.json[field]).toEqual(value)
      expect(back.json.settings).toMatchObject(settings as JsonObject)
      const { agent, persona } = draftOf(back)
      expect({ agent, persona }).toEqual({ agent: first.agent, persona: first.persona?.persona })
    }),
    { numRuns: 60 },
  )
})

/** Texts as forms take them. */
const typed = fc
  .string({ unit: anyCharacter, minLength: 1, maxLength: 60 })
  .map((written) => `a ${written} z`.replace(/\p{Control}/gu, ''))
const line = typed.map((written) =>
  written.replace(/\s+/g, ' ').replace(/[\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, ''),
)
const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 4 })

test('an agent that was made here comes back the same from each kind of file', async () => {
  const agents = fc.record({
    name: fc.constant('Wren'),
    description: typed,
    category: fc.constantFrom('neural' as const, 'security' as const, 'quantum' as const),
    personality: typed,
    capabilities: lines,
    knowledgeDomains: lines,
    model: fc.constantFrom(null, { ref: 'home/fine', temperature: 0.5, length: null, effort: null }),
    tools: fc.constantFrom<AgentTools | null>(null, { own: ['time', 'web_page'], servers: [] }),
  })
  const personas = fc.record({
    greetings: fc.array(typed, { maxLength: 3 }),
    background: fc.oneof(fc.constant(''), typed),
    systemPrompt: typed.map((written) => `${written} {{original}}`),
    exampleMessages: fc.oneof(fc.constant(someCard.data.mes_example), typed),
    postHistoryInstructions: typed,
    nickname: fc.constantFrom('', 'W'),
  })
  await fc.assert(
    fc.asyncProperty(agents, personas, fc.constantFrom(...cardFiles), async (agent, persona, as) => {
      const lorebook = { entries: [{ keys: ['a'], content: 'b', enabled: true, insertion_order: 1 }] }
      const stored = { persona, lorebook, card: null, cardFormat: null }
      const draft = draftOf(await exported({ agent, creator: 'noa', version: '3', persona: stored }, as))
      expect({ agent: draft.agent, persona: draft.persona }).toEqual({ agent, persona })
      expect(draft.lorebook).toMatchObject(lorebook)
    }),
    { numRuns: 80 },
  )
})

test('what was changed here wins, and the rest of the card stays', async () => {
  const character = imported(parsed(someCard))
  const persona = { ...(character.persona?.persona ?? NO_PERSONA), greetings: ['New.'], background: 'Calm.' }
  const changed: ExportedCharacter = {
    ...character,
    agent: { ...character.agent, name: 'Wren II', personality: 'Someone else.', capabilities: ['Rowing'] },
    persona: character.persona && { ...character.persona, persona, lorebook: null },
  }
  const { data: before } = someCard
  const flat = {
    ...changed,
    persona: changed.persona && {
      ...changed.persona,
      card: { ...someCard, name: 'Wren', first_mes: 'Old', mes_example: 'Stale' },
    },
  }
  const { json } = await exported(flat, 'json')
  expect(json).toMatchObject({ name: 'Wren II', first_mes: 'New.', mes_example: 'Stale' })
  expect(json.data).toMatchObject({
    ...{
      name: 'Wren II',
      description: 'Someone else.',
      personality: '',
      scenario: 'Calm.',
      tags: before.tags,
    },
    ...{ first_mes: 'New.', alternate_greetings: [], mes_example: before.mes_example },
    ...{ creator_notes: before.creator_notes, source: before.source, unknown_field: before.unknown_field },
    extensions: { ...before.extensions, bionic: { capabilities: ['Rowing'] } },
  })
  expect(json.data).not.toHaveProperty('character_book')
})

test('readers of other products take what is exported: V3 and V2 of a PNG, and JSON', async () => {
  const plain = parsed({ name: 'Wren', description: 'Keeps the light.', first_mes: 'Hello.' })
  const native: ExportedCharacter = {
    ...{ agent: draftOf(plain).agent, creator: 'noa', version: '2', persona: null },
  }
  for (const character of [imported(parsed(someCard)), imported(plain), native]) {
    const png = Buffer.from(await writeCard(character, portrait, 'png', at))
    const chunks = readPngChunks(png)
    const read = (keyword: string) =>
      JSON.parse(Buffer.from(pngText(chunks, keyword) ?? '', 'base64').toString()) as JsonObject
    expect(CCardLib.character.check(read('ccv3'))).toBe('v3')
    expect(CCardLib.character.check(read('chara'))).toBe('v2')
    const v2 = parseToV2(read('chara'))
    expect(v2.data.name).toBe('Wren')
    expect(v2.data.first_mes).toBe(character.persona?.persona.greetings[0] ?? '')
    const flat = CCardLib.character.convert(read('ccv3') as never, { to: 'v1' })
    expect(flat).toMatchObject({ name: 'Wren', description: character.agent.personality })
    expect(CCardLib.character.check((await exported(character, 'json')).json)).toBe('v3')
  }
})

test('ccv3 wins over chara, a V3 card in chara is read as one, and a newer version is taken with a warning', async () => {
  const named = (name: string) => ({ ...someCard, data: { ...someCard.data, name } })
  const both = await openBytes(pngCard({ chara: named('Older'), ccv3: named('Newer') }))
  expect(draftOf(both).agent.name).toBe('Newer')
  const inChara = await openBytes(pngCard({ chara: someCard }))
  expect([inChara.format, draftOf(inChara).persona.nickname]).toEqual(['chara_card_v3', 'W'])
  const newer = draftOf(await openBytes(pngCard({ ccv3: { ...someCard, spec_version: '3.7' } })))
  expect(newer.report.warnings.join()).toContain('3.7')
})

test('secrets of an ElizaOS character are nowhere in what is kept', async () => {
  const character = {
    name: 'Wren',
    bio: ['Keeps the light.'],
    secrets: { A: 'leak-1' },
    settings: { secrets: { OPENAI_API_KEY: 'leak-2' }, DISCORD_API_TOKEN: 'leak-3', model: 'm' },
    plugins: [{ config: { secret: 'leak-4' } }],
  }
  const card = await openBytes(JSON.stringify(character))
  expect(JSON.stringify([card, draftOf(card)])).not.toContain('leak')
  expect(card.json).toMatchObject({ settings: { model: 'm' } })
  expect(card.refused.join()).toContain('4 secret settings')
})

test('a skill becomes an agent of its instructions', async () => {
  const skill = `---\nname: tide-tables\ndescription: >\n  Reads tide tables\n  aloud.\nlicense: MIT\n---\n# Tides\n\nRead scripts/tide.py first.\n`
  const card = await openBytes(skill)
  const { agent, report } = draftOf(card)
  expect(agent).toMatchObject({
    name: 'tide-tables',
    description: 'Reads tide tables aloud.',
    personality: '# Tides\n\nRead scripts/tide.py first.',
  })
  expect(report.kept.join()).toContain('license')
  expect(report.warnings.join()).toContain('files of the skill')
  expect((await exported(imported(card), 'json')).json.data).toMatchObject({
    extensions: { skill: { front_matter: expect.stringContaining('license: MIT') } },
  })
})

test('a long description is divided between personality and background, and what is too long is told', async () => {
  const long = 'A sentence about the sea. '.repeat(4_000).trim()
  const { agent, persona, report } = draftOf(
    parsed({ ...someCard, data: { ...someCard.data, description: long } }),
  )
  expect(agent.personality.length).toBeLessThanOrEqual(12_200)
  expect(persona.background.startsWith('A sentence')).toBe(true)
  expect(long.startsWith(`${agent.personality} A sentence`)).toBe(true)
  expect(report.refused.join()).toMatch(/The last [\d,]+ characters of the background/)
  expect(personaSchema.safeParse(persona).success).toBe(true)
})

test('every draft is one that the forms would take', async () => {
  const cards = fc.oneof(characterCards['V1, flat JSON'], characterCards.V2, characterCards.V3, eliza)
  fc.assert(
    fc.property(cards, (json) => {
      const { agent, persona } = draftOf(parsed(json))
      expect(agentChangesSchema.safeParse(agent).error?.issues).toBeUndefined()
      expect(personaSchema.safeParse(persona).error?.issues).toBeUndefined()
    }),
    { numRuns: 150 },
  )
})
