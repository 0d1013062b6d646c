import { DEFAULT_ENTITY } from '../../../shared/agents/agent-defaults.ts'
import type { AgentContent } from '../../../shared/agents/agent-fields.ts'
import { agentNameProblem } from '../../../shared/agents/agent-names.ts'
import type { CardFormat, CardPreview, CardReport } from '../../../shared/agents/cards.ts'
import type { Lorebook, Persona } from '../../../shared/agents/persona.ts'
import { limits } from '../../../shared/common/limits.ts'
import { cutText, isPlainLine, isVisible, toPlainText } from '../../../shared/text/plain-text.ts'
import { firstSentence } from '../chat/first-sentence.ts'
import { Failure } from '../failure.ts'

/** A JSON object of a stranger: every field can be missing or have any type. */
export type JsonObject = Record<string, unknown>

export type CardAgent = Omit<AgentContent, 'imageUrl' | 'pumpToken'>

/** What an agent is made of that is imported from a card. It is a function of the card's JSON alone. */
export interface CardDraft {
  agent: CardAgent
  /** Why the card's own name can't be used; null if it can. `agent.name` is then a proposal. */
  nameProblem: string | null
  persona: Persona
  lorebook: Lorebook | null
  about: CardPreview['about']
  report: CardReport
}

/** The card of a file: its JSON as it was found, without anything secret. */
export interface CardContent {
  format: CardFormat
  json: JsonObject
}

/** Texts of cards are shown to people in these lengths, in characters. */
const SHOWN = { name: 60, names: 8, notes: 2_000, tags: 40 }
const MOST_SENTENCES = 40

/** How many items of a list of a card are looked at, to find those that an agent can have. */
const CONSIDERED = 200

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field that should be text; numbers count as text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

/** A field that should be a list of texts, or one text. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function toLine(text: string, length: number): string {
  // A name can be as long as its card, and most of it is not looked at.
  const start = cutText(text.trimStart(), length * 4)
  const plain = [...toPlainText(start)]
    .map((character) => (isPlainLine(character) ? character : ' '))
    .join('')
  return cutText(plain.replace(/\s+/g, ' ').trim(), length).trim()
}

const quoted = (name: string) => `“${toLine(name, SHOWN.name)}”`

export function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN.names).map((name) => toLine(name, SHOWN.name))
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** Collects sentences; each list is bounded, because a card can have any number of fields. */
export function createReport() {
  const report: CardReport = { used: [], kept: [], refused: [], warnings: [] }
  const add = (list: string[]) => (sentence: string) => {
    if (list.length < MOST_SENTENCES) list.push(sentence)
  }
  const [use, keep, refuse, warn] = [report.used, report.kept, report.refused, report.warnings].map(add)
  return { report, use, keep, refuse, warn } as {
    report: CardReport
  } & Record<'use' | 'keep' | 'refuse' | 'warn', (sentence: string) => void>
}
export type ReportWriter = ReturnType<typeof createReport>

/** Takes a text up to a limit, and reports what is cut off. */
export function bounded(label: string, text: string, max: number, { refuse }: ReportWriter): string {
  const plain = toPlainText(text)
  if (plain.length <= max) return plain
  const taken = cutText(plain, max)
  refuse(
    `The last ${counted(plain.length - taken.length, 'character')} of the ${label}: it can have ${max.toLocaleString('en-US')} here.`,
  )
  return taken
}

/** Divides a card's main text: the personality is limited, the rest and the paragraphs of `more` are the background. */
export function divide(text: string, more: readonly string[], report: ReportWriter) {
  const plain = toPlainText(text).trim()
  const personality = cutAtSpace(plain, limits.joinedPersonality)
  const rest = plain.slice(personality.length).trim()
  const background = [rest, ...more].filter((part) => part !== '').join('\n\n')
  return {
    personality: personality.trim(),
    rest,
    background: bounded('background', background, limits.personaText, report),
  }
}

/** Cuts a text at the last paragraph, line, sentence or word that fits, if that loses less than half. */
function cutAtSpace(text: string, length: number): string {
  if (text.length <= length) return text
  const start = cutText(text, length)
  for (const separator of ['\n\n', '\n', '. ', ' ']) {
    const end = start.lastIndexOf(separator)
    if (end > length / 2) return start.slice(0, end + separator.trim().length)
  }
  return start
}

/** The short description of an agent: the first sentence of the first text that has one. */
export function summarize(candidates: readonly string[], name: string): string {
  for (const candidate of candidates) {
    const sentence = toPlainText(firstSentence(cutText(candidate.trim(), 5_000)))
    if (isVisible(sentence)) return cutText(sentence, limits.agentDescription).trim()
  }
  return cutText(`${name}, imported from a card.`, limits.agentDescription)
}

/** Items of an agent's lists: plain lines within the limits, each once. */
export function items(values: readonly string[]): string[] {
  const some = values.slice(0, CONSIDERED)
  const lines = some.map((value) => toLine(value, limits.listItem)).filter(isVisible)
  return [...new Set(lines)].slice(0, limits.listItems)
}

export const knowledgeOr = (domains: readonly string[]) => {
  const usable = items(domains)
  return usable.length > 0 ? usable : [...DEFAULT_ENTITY.knowledgeDomains]
}

/** Chooses the name of an agent. @throws {Failure} `card_invalid` if the card has none */
export function chooseName(written: string, { warn }: ReportWriter) {
  const name = toLine(written, limits.agentName)
  if (!isVisible(name)) throw new Failure('card_invalid', 'This card has no name.')
  const nameProblem = agentNameProblem(name)
  if (nameProblem === null) {
    if (name !== written.trim()) warn(`The name is shown as ${quoted(name)}.`)
    return { name, nameProblem }
  }
  const bare = toLine(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''), limits.agentName - 20)
  const proposals = [bare, `${bare} from a card`].filter((proposal) => agentNameProblem(proposal) === null)
  const proposal = proposals[0] ?? 'Imported character'
  warn(`${nameProblem} ${quoted(proposal)} is proposed instead of ${quoted(name)}.`)
  return { name: proposal, nameProblem }
}

/** What a card says about itself, in lengths that a page can show. */
export const aboutOf = (creator: unknown, version: unknown, notes: unknown, tags: readonly string[]) => ({
  creator: toLine(textOf(creator), SHOWN.name),
  version: toLine(textOf(version), SHOWN.name),
  notes: cutText(toPlainText(textOf(notes)), SHOWN.notes),
  tags: tags.slice(0, SHOWN.tags).map((tag) => toLine(tag, SHOWN.name)),
})
