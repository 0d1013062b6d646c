import { createHash } from 'node:crypto'
import type { AnsweringAgent } from '../../shared/chat.ts'
import type { ModelMessage } from './provider.ts'
import { related, subjects } from './subjects.ts'

/** How a person can get a real model (decision 18). */
const HOW_TO_SET_A_MODEL =
  'To connect one, set `OPENAI_API_KEY`, or `OPENAI_BASE_URL` for any server that speaks the chat-completions protocol, ' +
  'or start Ollama, LM Studio or llama.cpp on this machine, and start the server again.'

/** One of several ways to say a thing; the same conversation always gets the same one. */
type Choose = (ways: readonly [string, ...string[]]) => string

interface Talk {
  agent: AnsweringAgent
  text: string
  /** What the person said before, oldest first. */
  before: readonly string[]
  choose: Choose
}

/** Kinds of message, each with what answers it; the first that fits counts. */
const answers: readonly (readonly [RegExp, (talk: Talk) => string])[] = [
  [
    /\b(real (model|ai)|language model|offline|llm|openai|ollama|gpt|which model|what model)\b/i,
    aboutTheEngine,
  ],
  [/^\W*(thanks?|thank you|thx|cheers|great|perfect|nice)\b[^?]{0,40}$/i, thanks],
  [/^\W*(bye|goodbye|see you|good night|farewell)\b[^?]{0,40}$/i, farewell],
  [/\b(who are you|introduce yourself|your name|about yourself|what are you)\b/i, introduction],
  [
    /\b(what can you do|your (capabilities|skills|abilities)|can you help|help me with\?|how can you help)\b/i,
    abilities,
  ],
  [/\b(what do you know|your (knowledge|domains?|expertise|specialt(y|ies)))\b/i, knowledge],
  [/^\W*(hi|hello|hey|greetings|good (morning|afternoon|evening))\b[^?]{0,30}$/i, greeting],
]

/**
 * What the offline engine answers: from the agent's own fields and the person's words, and nothing that it made up.
 * @param plain the newest words alone, where the messages are those of many
 */
export function composeAnswer(
  agent: AnsweringAgent,
  messages: readonly ModelMessage[],
  plain?: string,
): string {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const text = plain ?? said.at(-1) ?? ''
  // The first user message is the scripted introduction.
  const before = plain === undefined ? said.slice(1, -1) : []
  const talk = { agent, text, before, choose: chooser([agent.name, ...said].join('\n')) }
  const answer = answers.find(([pattern]) => pattern.test(text))?.[1] ?? approach
  return answer(talk)
}

function aboutTheEngine({ agent }: Talk): string {
  return (
    `What you read is Bionic's offline engine, not a language model: it answers from what ${agent.name}'s creator wrote ` +
    `and from your own words. ${HOW_TO_SET_A_MODEL}`
  )
}

function greeting({ agent, choose }: Talk): string {
  return [
    choose([
      `Hello, this is ${agent.name}.`,
      `Welcome. You have reached ${agent.name}.`,
      `Hello. ${agent.name} here.`,
    ]),
    agent.description && sentence(agent.description),
    choose([
      `Ask me about ${either(agent.knowledgeDomains)}, or tell me what you are working on.`,
      `I can help with ${both(agent.capabilities)}. What brings you here?`,
      `Where shall we start: ${either(agent.knowledgeDomains)}?`,
    ]),
  ]
    .filter(Boolean)
    .join(' ')
}

function introduction({ agent, choose }: Talk): string {
  return [
    `I am ${agent.name}. ${sentence(agent.description)}`.trim(),
    `What I do:\n\n${bullets(agent.capabilities)}`,
    `What I know about: ${both(agent.knowledgeDomains)}.`,
    choose([
      'What would you like to look at first?',
      'Tell me what you need.',
      'Which of these is closest to your question?',
    ]),
  ].join('\n\n')
}

function abilities({ agent, choose }: Talk): string {
  return [
    choose(['This is what I was made for:', 'I can help you with:', 'My capabilities:']),
    bullets(agent.capabilities),
    `I work mostly in ${both(agent.knowledgeDomains)}. ${choose(['Name a goal, and I lay out how to get there.', 'Give me a task, and I will take it apart.'])}`,
  ].join('\n\n')
}

function knowledge({ agent, choose }: Talk): string {
  return [
    choose(['My knowledge domains are:', 'These are the fields I keep to:']),
    bullets(agent.knowledgeDomains),
    choose(['Pick one and ask something narrow.', 'Which of them is your question about?']),
  ].join('\n\n')
}

function thanks({ agent, choose }: Talk): string {
  return choose([
    `You are welcome. If ${either(agent.knowledgeDomains)} comes up again, you know where I am.`,
    'Gladly. Is there a next step you want to look at?',
    `You are welcome. ${agent.name} stays here.`,
  ])
}

function farewell({ agent, choose }: Talk): string {
  return choose([
    `Goodbye from ${agent.name}.`,
    'Until next time.',
    'Goodbye. Come back with the next question.',
  ])
}

/** For every other message: what it is about, which of the agent's fields bear on it, and a way to work on it. */
function approach({ agent, text, before, choose }: Talk): string {
  const about = alternatives(text) ?? subjects(text).slice(0, 3)
  const subject = about.length > 0 ? both(about.map((phrase) => `**${phrase}**`)) : 'that'
  const domains = fitting(agent.knowledgeDomains, text)
  const capabilities = fitting(agent.capabilities, text)
  const earlier = before.findLast((turn) => related(turn, text))
  return [
    [
      choose([`You ask about ${subject}.`, `Let us look at ${subject}.`, `So this is about ${subject}.`]),
      domains.hit
        ? choose([
            `That is ${domains.first}, one of my fields.`,
            `That falls under ${domains.first}, where I am at home.`,
          ])
        : choose([
            `I would come at it from ${domains.first}.`,
            `It is not squarely in my fields, but ${domains.first} gives a way in.`,
          ]),
      earlier && `It ties in with what you said before: "${excerpt(earlier)}"`,
    ]
      .filter(Boolean)
      .join(' '),
    choose(['How I would work on it:', 'A way through:', 'Step by step:']),
    steps(text, about, [capabilities.first, ...capabilities.rest], domains.first, choose),
    question(text, about, choose),
  ].join('\n\n')
}

function steps(
  text: string,
  about: readonly string[],
  capabilities: readonly string[],
  domain: string,
  choose: Choose,
): string {
  const [first = 'it', second] = about
  const compares = alternatives(text) !== null
  const asksWhy = /\bwhy\b/i.test(text)
  const opening = compares
    ? `Write down what decides between ${first} and ${second}: cost, effort, risk, and what you can undo later.`
    : asksWhy
      ? `Separate what is observed about ${first} from what is assumed, and test the cheapest assumption first.`
      : choose([
          `Say in one sentence what a good result for ${first} looks like, so that you can tell when it is done.`,
          `Fix the limits first: how much time, which means, and what about ${first} must not change.`,
          `Collect what you already have on ${first}, and mark what is fact and what is guess.`,
        ])
  const [main = 'what I do best', next] = capabilities
  return [
    opening,
    `Use ${main} on the part that is least clear${second && !compares ? `, most likely how ${first} and ${second} hang together` : ''}.`,
    next
      ? `Follow with ${next}, and check the result against ${domain}.`
      : `Check the result against ${domain}.`,
    choose([
      'Keep the smallest version that works, and improve it from what you learn.',
      'Decide what would prove it wrong, and look for that before going on.',
      'Write down the decision and the reason, so that the next one is easier.',
    ]),
  ]
    .map((step, index) => `${index + 1}. ${step}`)
    .join('\n')
}

function question(text: string, about: readonly string[], choose: Choose): string {
  const [subject = 'this'] = about
  if (text.length > 400)
    return choose(['Which part of this is the most urgent?', 'Which of these points shall I take first?'])
  return choose([
    `What have you tried with ${subject} so far?`,
    `What is the one thing about ${subject} that you would like settled first?`,
    `Who is ${subject} for, and what would make them content?`,
  ])
}

/** The two sides of a text that weighs one thing against another. */
function alternatives(text: string): [string, string] | null {
  const words = text.split(/\s+/)
  for (const [index, word] of words.entries()) {
    if (!/^(?:or|vs\.?|versus)$/i.test(word)) continue
    const one = endingIn(words[index - 1] ?? '')
    const other = /^[\p{L}\p{N}+#-]+/u.exec(words[index + 1] ?? '')?.[0]
    if (one && other) return [one, other]
  }
  return null
}

/** What a word ends in besides signs; it is read from its end, so that a long word is read once. */
function endingIn(word: string): string {
  const letters = [...word]
  const sign = letters.findLastIndex((letter) => !/[\p{L}\p{N}+#-]/u.test(letter))
  return letters.slice(sign + 1).join('')
}

/** The items with the one that shares a subject with the text in front; `hit` says whether any does. */
function fitting(items: readonly string[], text: string) {
  const found = items.find((item) => related(item, text))
  const first = found ?? items[0] ?? 'what I know'
  return { first, rest: items.filter((item) => item !== first), hit: found !== undefined }
}

function sentence(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 80 ? line : `${line.slice(0, 79).replace(/\S*$/, '').trimEnd()}…`
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

function both(items: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(items)
}

function either(items: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(items)
}

/** Chooses by the digest of the conversation, so that nothing is random and neighbours still differ. */
function chooser(conversation: string): Choose {
  const digest = createHash('sha256').update(conversation).digest()
  let turn = 0
  return (ways) => ways[(digest[turn++ % digest.length] ?? 0) % ways.length] ?? ways[0]
}
