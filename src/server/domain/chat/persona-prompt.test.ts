import { expect, test } from 'vitest'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import { NO_PERSONA, type Persona } from '../../../shared/agents/persona.ts'
import { loreScanOf } from './lore-scan.ts'
import { buildPrompt } from './prompt.ts'
import type { ReplyRequest } from './reply-request.ts'
import { fitsWindow } from './window.ts'

const nova = anAnsweringAgent({
  name: 'Nova',
  description: 'Explains physics.',
  personality: 'You are {{char}}, a teacher.',
  capabilities: ['Tutorials'],
  knowledgeDomains: ['Physics'],
})
const OWN = 'You are Nova, a teacher.\n\nYour capabilities: Tutorials.\n\nYour knowledge domains: Physics.'

const window = { tokens: 8_000, replyTokens: 1_000 }

const withPersona = (fields: Partial<Persona>, person: string | null = 'Ada') => ({
  ...nova,
  persona: { persona: { ...NO_PERSONA, ...fields }, lorebook: null, person },
})
const promptOf = (fields: Partial<Persona>, request: Partial<ReplyRequest> = {}, person?: string | null) =>
  buildPrompt({ agent: withPersona(fields, person), turns: [], text: 'Hello', ...request }, window).messages
const systemOf = (fields: Partial<Persona>, request: Partial<ReplyRequest> = {}) =>
  promptOf(fields, request)[0]?.content

// §7.3, §7.4, §7.5, §7.6, §7.7
test('an agent without a persona says exactly what the specification has it say', () => {
  const agent = { ...nova, personality: 'You are {{char}}.' }
  const expected = [
    {
      role: 'system',
      content: 'You are {{char}}.\n\nYour capabilities: Tutorials.\n\nYour knowledge domains: Physics.',
    },
    { role: 'user', content: 'Please introduce yourself.' },
    { role: 'assistant', content: 'You are {{char}}. I specialize in Physics' },
    { role: 'user', content: 'Hello {{user}}' },
  ]
  const request = { turns: [], text: 'Hello {{user}}' }
  expect(buildPrompt({ agent, ...request }, window).messages).toEqual(expected)
  expect(buildPrompt({ agent: { ...agent, persona: null }, ...request }, window).messages).toEqual(expected)
})

test('an empty persona changes only what macros stand for', () => {
  expect(promptOf({})).toEqual([
    { role: 'system', content: OWN },
    { role: 'user', content: 'Please introduce yourself.' },
    { role: 'assistant', content: 'You are Nova, a teacher. I specialize in Physics' },
    { role: 'user', content: 'Hello' },
  ])
})

test('the background follows the personality, with lore around both, and examples are last', () => {
  const agent = withPersona({
    background: 'A tower.',
    exampleMessages: '<START>\n{{user}}: Hi\n{{char}}: Ho\n<start>\nMore',
  })
  const lore = { before: ['First.', 'Second.'], after: ['Third.'] }
  const { messages } = buildPrompt({ agent, turns: [], text: 'Hello' }, window, { lore })
  expect(messages[0]?.content).toBe(
    `First.\n\nSecond.\n\n${OWN}\n\nA tower.\n\nThird.\n\n` +
      'An example of how you speak, which is not part of this conversation:\nAda: Hi\nNova: Ho\n\n' +
      'An example of how you speak, which is not part of this conversation:\nMore',
  )
})

test('a system prompt replaces what the product says, and keeps the character', () => {
  expect(systemOf({ systemPrompt: 'Write as {{char}}.' })).toBe('Write as Nova.\n\nYou are Nova, a teacher.')
  expect(systemOf({ systemPrompt: 'Begin. {{Original}} End.' })).toBe(`Begin. ${OWN} End.`)
})

test('names: the nickname, the name of the person or User, in any case and the older spelling', () => {
  const systemPrompt = '{{CHAR}} {{User}} <BOT> <USER> <Char> {{other}}'
  const [system] = promptOf({ systemPrompt, nickname: 'Star' })
  expect(system?.content).toContain('Star Ada Star Ada Star {{other}}')
  expect(promptOf({ systemPrompt }, {}, null)[0]?.content).toContain('Nova User Nova User Nova')
})

test('a name that looks like a macro is not expanded', () => {
  expect(promptOf({ systemPrompt: '{{user}}', nickname: 'Star' }, {}, '{{char}}')[0]?.content).toContain(
    '{{char}}\n\n',
  )
})

test('the greeting of the conversation is the opening, else the first greeting of the agent', () => {
  const greetings = [' ', 'Welcome, {{user}}.', 'Other']
  expect(promptOf({ greetings })[2]).toEqual({ role: 'assistant', content: 'Welcome, Ada.' })
  expect(promptOf({ greetings }, { greeting: 'As it was' })[2]?.content).toBe('As it was')
  expect(buildPrompt({ agent: nova, turns: [], text: 'x', greeting: 'Of old' }, window).messages[2]).toEqual({
    role: 'assistant',
    content: 'Of old',
  })
})

test('an earlier turn of the agent before any question is its greeting, if it has a persona', () => {
  const turns = [
    { role: 'assistant' as const, content: 'Well met.' },
    { role: 'user' as const, content: 'Hi' },
    { role: 'assistant' as const, content: 'Ho' },
  ]
  const prompt = promptOf({ greetings: ['Other'] }, { turns })
  expect(prompt.slice(2).map(({ content }) => content)).toEqual(['Well met.', 'Hi', 'Ho', 'Hello'])
  const without = buildPrompt({ agent: nova, turns, text: 'Hello' }, window).messages
  expect(without.slice(3).map(({ content }) => content)).toEqual(['Well met.', 'Hi', 'Ho', 'Hello'])
})

test('closing instructions follow the newest words', () => {
  expect(promptOf({ postHistoryInstructions: 'Stay {{char}}.{{original}}' }).slice(-2)).toEqual([
    { role: 'user', content: 'Hello' },
    { role: 'system', content: 'Stay Nova.' },
  ])
})

test('where several speak, the system message alone is the persona’s', () => {
  const messages = promptOf(
    {
      ...{ greetings: ['Hi'], background: 'A tower.', systemPrompt: 'Speak.' },
      ...{ exampleMessages: '<START>x', postHistoryInstructions: 'Stay.' },
    },
    { situation: 'In a realm.' },
  )
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(messages[0]?.content).toBe('Speak.\n\nYou are Nova, a teacher.\n\nA tower.\n\nIn a realm.')
  expect(messages[2]?.content).toBe('You are Nova, a teacher. I specialize in Physics')
})

test('the longest persona fits the smallest window, with room for what was said last', () => {
  const long = 'word '.repeat(13_000)
  const agent = withPersona({
    ...{ greetings: [long], background: long, systemPrompt: long },
    ...{ exampleMessages: long, postHistoryInstructions: long, nickname: 'x'.repeat(80) },
  })
  const turns = [
    { role: 'user' as const, content: 'What is light?' },
    { role: 'assistant' as const, content: 'A wave.' },
  ]
  const { messages, forgotten } = buildPrompt({ agent, turns, text: 'Go on' }, window)
  expect(fitsWindow(messages, window)).toBe(true)
  expect(forgotten).toBe(0)
})

test('the newest words are searched first, then what was said before, then the greeting', () => {
  const agent = {
    ...nova,
    persona: { persona: NO_PERSONA, lorebook: { entries: [entry] }, person: null },
  }
  const request = {
    agent,
    greeting: 'Welcome',
    turns: [
      { role: 'user' as const, content: 'One' },
      { role: 'assistant' as const, content: 'Two' },
    ],
    text: 'quoted: Three',
    said: 'Three',
  }
  expect(loreScanOf(request, window)).toMatchObject({
    messages: ['Three', 'Two', 'One', 'Welcome'],
    names: { char: 'Nova', user: 'User' },
    windowTokens: 8_000,
  })
  expect(loreScanOf({ ...request, agent: nova }, window)).toBeNull()
})

const entry = { keys: ['x'], content: 'y', enabled: true, insertion_order: 1 }
