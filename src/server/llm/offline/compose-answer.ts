import { chosenSkills } from '../../../shared/agents/first-questions.ts'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { ModelMessage, ModelRequest } from '../provider.ts'
import { type AskedAbout, askedAbout } from './asked-about.ts'
import { literal, quoteAnswer } from './quote-answer.ts'

const NO_MODEL = 'No AI model is connected here, so I can’t answer that.'

/** A longer message is about something else than the agent, whatever words it has. */
const ABOUT_AGENT_CHARACTERS = 120

const PERSONALITY_CHARACTERS = 600

const answers: Record<AskedAbout, (agent: AnsweringAgent) => string> = {
  documents,
  engine: aboutTheEngine,
  abilities,
  knowledge,
  manner,
  introduction,
}

/** Answers from the agent's fields or sources alone (decision 18). `said` is the newest text, if several speak. */
export function composeAnswer(
  agent: AnsweringAgent,
  messages: readonly ModelMessage[],
  said?: string,
  sources: readonly CitedSource[] = [],
): string {
  const text = (said ?? messages.findLast(({ role }) => role === 'user')?.content ?? '').trim()
  const isShort = text.length <= ABOUT_AGENT_CHARACTERS
  const about = isShort ? askedAbout(text) : undefined
  if (about) return answers[about](agent)
  return sources.length > 0 ? quoteAnswer(text, sources) : `${NO_MODEL} ${whatToAsk(agent)}`
}

/** The text is marked, so that nobody mistakes it for work on the task. */
export function composeTurn({ name, capabilities }: AnsweringAgent, kind: ModelRequest['turn']): string {
  if (kind === 'synthesis')
    return '*A form without a model.* The synthesis would stand here. No model is connected, so nothing was put together.'
  const made = capabilities.length > 0 ? ` It was made for ${list(capabilities.slice(0, 3))}.` : ''
  return `*A form without a model.* Here ${name} would work on the task. No model is connected, so it can’t.${made}`
}

function aboutTheEngine({ name }: AnsweringAgent): string {
  return (
    'You are reading Bionic’s offline engine, which is not a model: no model is connected here. ' +
    `It tells what was written about ${name}, quotes its documents if it has any, and nothing else.`
  )
}

function introduction(agent: AnsweringAgent): string {
  const { name, description } = agent
  // What every agent of a category is given says something only where nothing else does.
  const { capabilities, knowledgeDomains } = description.trim() === '' ? agent : chosenSkills(agent)
  const madeFor = capabilities.length > 0 && `I was made for ${list(capabilities)}.`
  const knows = knowledgeDomains.length > 0 && `I know about ${list(knowledgeDomains)}.`
  const documented = agent.ownDocuments ? ' and quote my documents' : ''
  return [
    description.trim() === ''
      ? `I’m ${name}.`
      : `I’m ${name}. My maker describes me like this:\n\n${quoted(description)}`,
    [madeFor, knows].filter((part) => part !== false).join(' '),
    `No AI model is connected here, so I can only introduce myself${documented}. ${whatToAsk(agent, [])}`,
  ]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
}

function whatToAsk(agent: AnsweringAgent, others = ['who I am']): string {
  const { capabilities, knowledgeDomains, personality, ownDocuments } = agent
  const answered = [
    ...others,
    capabilities.length > 0 && 'what I can do',
    knowledgeDomains.length > 0 && 'what I know',
    personality.trim() !== '' && 'how I talk',
    ownDocuments && 'which documents I have',
  ].filter((part) => typeof part === 'string')
  return answered.length === 0 ? '' : `You can ask me ${list(answered, 'disjunction')}.`
}

function abilities(agent: AnsweringAgent): string {
  const { name, capabilities } = agent
  if (capabilities.length === 0) return `Nothing was written about what ${name} can do.`
  const chosen = new Set(chosenSkills(agent).capabilities)
  const ownFirst = [...chosen, ...capabilities.filter((capability) => !chosen.has(capability))]
  const instead = agent.ownDocuments
    ? 'tell you about myself, and quote my documents'
    : 'tell you about myself'
  return `I was made for:\n\n${bullets(ownFirst)}\n\nThat takes an AI model, and none is connected here. Until then I can ${instead}.`
}

function knowledge(agent: AnsweringAgent): string {
  const { name, knowledgeDomains } = agent
  if (knowledgeDomains.length === 0) return `Nothing was written about what ${name} knows.`
  const instead = agent.ownDocuments ? ' I can still quote my documents: ask about something in them.' : ''
  return `I know about:\n\n${bullets(knowledgeDomains)}\n\nTo answer questions about that takes an AI model, and none is connected here.${instead}`
}

function documents({ ownDocuments }: AnsweringAgent): string {
  if (!ownDocuments) return 'I have no documents.'
  const { count, names } = ownDocuments
  const ask = 'Ask me about something in them, and I quote the sentences with the words of your question.'
  if (names.length === 0) {
    const some = count === 1 ? 'a document' : `${count} documents`
    return `I have ${some}, and only my maker sees the list. ${ask}`
  }
  const more = count > names.length ? [`and ${count - names.length} more`] : []
  return `I have these documents:\n\n${bullets([...names.map(literal), ...more])}\n\n${ask}`
}

function manner({ name, personality }: AnsweringAgent): string {
  const text = personality.trim()
  if (text === '') return `Nothing was written about how ${name} talks.`
  const told =
    [...text].length > PERSONALITY_CHARACTERS
      ? `${[...text].slice(0, PERSONALITY_CHARACTERS).join('')}…`
      : text
  return `This is how I was told to be:\n\n${quoted(told)}`
}

function quoted(text: string): string {
  return text
    .trim()
    .split(/\r\n|[\n\r]/)
    .map((line) => `> ${line}`)
    .join('\n')
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

function list(items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat('en', { type }).format(items)
}
