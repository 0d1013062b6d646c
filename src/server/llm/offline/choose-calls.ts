import { randomUUID } from 'node:crypto'
import { cutText } from '../../../shared/text/plain-text.ts'
import type { ModelRequest, OfferedTools, ToolCall } from '../provider.ts'
import { askedAbout } from './asked-about.ts'
import { askedCalculation } from './asked-calculation.ts'

/** By what name a tool is offered, and the arguments that it takes then. */
interface Offer {
  name: string
  takes: ReadonlySet<string>
}

type Arguments = Record<string, unknown>

/** A longer text is about something that no rule here understands. */
const RULE_CHARACTERS = 2_000
const QUERY_CHARACTERS = 1_000
const ABOUT_AGENT_CHARACTERS = 120
const ZONE_CHARACTERS = 60

/**
 * The calls of offered tools that the newest text asks for by simple rules, one of each tool at most. A tool of another
 * program that takes other arguments is not used.
 */
export function chooseCalls(request: ModelRequest): ToolCall[] {
  const offers = offersOf(request.offered)
  if (offers.length === 0 || request.post || request.turn) return []
  const text = newestText(request)
  const asked = text.length > RULE_CHARACTERS ? '' : text
  const calls: ToolCall[] = []
  const call = (name: string, args: Arguments | null) => {
    const fits = args && offers.find((offer) => offer.name === name && takesAll(offer, args))
    if (fits) calls.push({ id: `call_${randomUUID()}`, name, arguments: JSON.stringify(args) })
  }
  const question = askedToAsk(asked)
  if (question && offers.some(({ name }) => name === 'ask_person')) {
    call('ask_person', question)
    return calls
  }
  const fact = wantedFact(asked)
  if (fact && offers.some(({ name }) => name === 'remember')) {
    call('remember', fact)
    return calls
  }
  const address = writtenAddress(asked)
  const words = address === null ? asked : asked.replace(address, ' ')
  if (address !== null)
    for (const key of ['url', 'address']) if (calls.length === 0) call('web_page', { [key]: address })
  call('time', askedTime(words))
  const expression = askedCalculation(words)
  call('calculator', expression === null ? null : { expression })
  call('documents', wantedSearch(asked) ?? (calls.length === 0 ? missingSearch(request, text) : null))
  return calls
}

/** The text that is answered now. */
export function newestText({ said, messages }: Pick<ModelRequest, 'said' | 'messages'>): string {
  return (said ?? messages.findLast(({ role }) => role === 'user')?.content ?? '').trim()
}

function offersOf(offered: OfferedTools | undefined): Offer[] {
  if (!offered || offered.choice === 'none') return []
  return offered.tools.flatMap((tool) => {
    const { function: described } = tool as { function?: { name?: unknown; parameters?: unknown } }
    if (typeof described?.name !== 'string') return []
    const { properties } = (described.parameters ?? {}) as { properties?: unknown }
    const takes = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
    return [{ name: described.name, takes: new Set(takes) }]
  })
}

function takesAll({ takes }: Offer, args: Arguments): boolean {
  return Object.keys(args).every((key) => takes.has(key))
}

const FACT_CHARACTERS = 400
const remember =
  /^(?:(?:yes|please|can you|could you|bitte)[\s,]+)*(?:remember|merk(?:e)? dir|merken sie sich)[\s,:]+(?:(?:that|dass)\s+)?((?:I|I[’']m|my|ich|mein\p{L}*)\s[^.?!\n]+)/iu

/** “Remember that I …”: what the person says of themselves, in their words, to the end of the sentence. */
function wantedFact(text: string): Arguments | null {
  const fact = remember.exec(text)?.[1]?.trim() ?? ''
  return fact === '' || fact.length > FACT_CHARACTERS ? null : { fact }
}

const address = /https?:\/\/[^\s<>"'`“”‘’]+/i

function writtenAddress(text: string): string | null {
  const found = address.exec(text)?.[0].replace(/[.,;:!?\])}]+$/, '')
  return found !== undefined && URL.canParse(found) ? found : null
}

const askMe = /^(?:(?:please|can you|could you|now)[\s,]+)*ask me\b[\s,]*/i
const choosing = /\b(?:between|want|prefer|like|choose|take|have)\s+([^:]+)$/i

/** “Ask me …”: choices stand behind a colon or a word such as “between”, and have “or” or “and” before the last. */
function askedToAsk(text: string): Arguments | null {
  const found = askMe.exec(text)
  if (!found) return null
  const rest = text.slice(found[0].length).replace(/[\s.?!]+$/, '')
  const question = rest === '' ? 'What would you like to say?' : `You wanted to be asked: ${rest}`
  const listed = /:\s*([^:]+)$/.exec(rest)?.[1] ?? choosing.exec(rest)?.[1] ?? ''
  const choices = [...new Set(listed.split(/\s*,\s*(?:or|and)\s+|\s*,\s*|\s+or\s+|\s+and\s+/i))]
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '')
  const isList = choices.length >= 2 && choices.length <= 12 && choices.every(({ length }) => length <= 80)
  return isList ? { question, choices } : { question }
}

/** Between the question and the place. */
const now = '(?:\\s+(?:right\\s+now|now|currently|today|please|it|is|it\\s+is))*'
const timeQuestions = new RegExp(
  '(?:' +
    [
      'what time is it',
      "what(?:[’']?s| is) the (?:current |local |exact )?(?:time|date)",
      'what (?:day|date) is (?:it|today)',
      '(?:tell me )?the (?:current|local) time',
      'current (?:date|time)',
      'wie sp[äa]t ist es',
      'wie viel uhr ist es',
      'welcher tag ist heute',
      'qué hora es',
      'quelle heure est-il',
      'che or[ae] (?:è|sono)',
      'que horas são',
      'который час',
      '现在几点|几点了',
    ].join('|') +
    `)${now}(?:\\s+(?:in|at|en|à|a|em|в)\\s+([^?!\\n]+?))?${now}\\s*[?？!.]*\\s*(?:$|[.?!,;]|\\band\\b)`,
  'iu',
)
const moment = '\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2})?(?:Z|[+-]\\d{2}:?\\d{2})?)?'
const twoDates = new RegExp(`(?<!\\d)(${moment})(?!\\d).*?(?<!\\d)(${moment})(?!\\d)`, 'su')
const aboutLength =
  /\b(?:how (?:long|many)|days?|weeks?|months?|years?|hours?|between|difference|until|tage?)\b/i

function askedTime(text: string): Arguments | null {
  const dates = twoDates.exec(text)
  if (dates && aboutLength.test(text)) return { action: 'difference', from: dates[1], until: dates[2] }
  const found = timeQuestions.exec(text)
  if (!found) return null
  const zone = (found[1] ?? '').split(/\s+and\s+/i)[0]?.trim() ?? ''
  if (zone === '' || zone.length > ZONE_CHARACTERS) return { action: 'now' }
  return { action: 'now', zone }
}

const searchFor =
  /\b(?:search|look|find)\b[^.?!]*?\b(?:documents?|files?|sources?|notes?|papers?)\b(?:[^.?!]*?\b(?:for|about|on)\s+(.+))?/is
const lookUp = /\b(?:look\s+up|search\s+for)\s+(.+)/is

function wantedSearch(text: string): Arguments | null {
  const found = lookUp.exec(text) ?? searchFor.exec(text)
  return found && queryFor(found[1] ?? text)
}

/** The question itself, where the agent has documents and nothing was found in them yet. */
function missingSearch({ agent, sources = [] }: ModelRequest, text: string): Arguments | null {
  const isAboutAgent = text.length <= ABOUT_AGENT_CHARACTERS && askedAbout(text) !== undefined
  if (text === '' || !agent.ownDocuments || sources.length > 0 || isAboutAgent) return null
  return queryFor(text)
}

/** Null for a text of signs alone. */
function queryFor(text: string): Arguments | null {
  const query = cutText(text, QUERY_CHARACTERS)
    .replace(/\s+in (?:your|the|my) (?:documents?|files?|sources?|notes?)\b/i, '')
    .replace(/[\s.?!]+$/, '')
  return query === '' ? null : { query }
}
