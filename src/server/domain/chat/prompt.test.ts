import { expect, test } from 'vitest'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import { buildPrompt } from './prompt.ts'

const nova = anAnsweringAgent({
  name: 'Nova',
  description: 'Explains physics.',
  personality: 'You are Nova, a teacher. You use plain words.\n\nSpeak in a friendly tone.',
  capabilities: ['Tutorial Writing', 'Course Creation'],
  knowledgeDomains: ['Physics', 'Mathematics'],
})

const window = { tokens: 8_000, replyTokens: 1_000 }

// §7.3, §7.4, §7.5, §7.6, §7.7
test('the messages are the system message, the introduction, the earlier turns in order, and the newest text', () => {
  const { messages } = buildPrompt(
    {
      agent: nova,
      turns: [
        { role: 'user', content: 'What is light?' },
        { role: 'assistant', content: 'A wave.' },
        { role: 'user', content: 'Only a wave?' },
        { role: 'assistant', content: 'And a particle.' },
      ],
      text: 'Which one now?',
    },
    window,
  )
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
  ])
  expect(messages[0]?.content).toBe(
    'You are Nova, a teacher. You use plain words.\n\nSpeak in a friendly tone.\n\n' +
      'Your capabilities: Tutorial Writing, Course Creation.\n\nYour knowledge domains: Physics, Mathematics.',
  )
  expect(messages[1]?.content).toMatch(/introduce yourself/i)
  expect(messages[2]?.content).toBe('You are Nova, a teacher. I specialize in Physics, Mathematics')
  expect(messages.slice(3).map(({ content }) => content)).toEqual([
    'What is light?',
    'A wave.',
    'Only a wave?',
    'And a particle.',
    'Which one now?',
  ])
})

test('among many the system message says where, and what several said in a row is one message', () => {
  const { messages } = buildPrompt(
    {
      agent: nova,
      turns: [
        { role: 'user', content: 'ada: Hello' },
        { role: 'user', content: 'bob: Hi' },
        { role: 'assistant', content: 'Welcome.' },
        { role: 'user', content: 'bob: Thanks' },
      ],
      text: 'ada: What is light?',
      situation: 'You are in a realm.',
    },
    window,
  )
  expect(messages[0]?.content).toMatch(/Physics, Mathematics\.\n\nYou are in a realm\.$/)
  expect(messages.slice(1)).toEqual([
    { role: 'user', content: 'Please introduce yourself.' },
    { role: 'assistant', content: 'You are Nova, a teacher. I specialize in Physics, Mathematics' },
    { role: 'user', content: 'ada: Hello\n\nbob: Hi' },
    { role: 'assistant', content: 'Welcome.' },
    { role: 'user', content: 'bob: Thanks\n\nada: What is light?' },
  ])
})

test('a personality without a full stop still makes two sentences', () => {
  const pirate = { ...nova, personality: 'You are a pirate' }
  expect(buildPrompt({ agent: pirate, turns: [], text: 'Ahoy' }, window).messages[2]?.content).toBe(
    'You are a pirate. I specialize in Physics, Mathematics',
  )
})

test('what does not fit the window is counted, together with what nobody had to read for that', () => {
  const turn = (content: string) => ({ role: 'user' as const, content })
  const turns = [turn('oldest'.padEnd(3_000)), turn(' '), turn('older'.padEnd(12_000, '.')), turn('newest')]
  const prompt = (leftOut?: number) =>
    buildPrompt(
      { agent: nova, turns, text: 'Hi', ...(leftOut && { leftOut }) },
      { tokens: 5_000, replyTokens: 1_000 },
    )
  expect(
    prompt()
      .messages.slice(3)
      .map(({ content }) => content),
  ).toEqual(['newest', 'Hi'])
  expect(prompt().forgotten).toBe(2)
  expect(prompt(40).forgotten).toBe(42)
})
