import type { ContextKind } from '../../../shared/chat/context-fields.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { ModelMessage } from '../../llm/provider.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import { roomOf } from './lore-scan.ts'
import {
  INTRODUCE_YOURSELF,
  introduction,
  ownParagraphs,
  paragraphs,
  systemMessage,
} from './own-paragraphs.ts'
import { type PromptLore, personaTexts } from './persona-prompt.ts'
import { ABOUT_SOURCES, withoutOwnCitations, withQuotedSources } from './quote-sources.ts'
import {
  memoryText,
  openingThatFits,
  type RecalledMessage,
  type RecollectedFact,
  type Recollections,
  recollectionTokens,
  storyMessages,
  textsThatFit,
  withRecalled,
} from './recollections.ts'
import type { RememberedTurn, ReplyRequest } from './reply-request.ts'
import { pictureTokens, saysSomething, tokensOf, turnsThatFit, type Window } from './window.ts'

/** JPEGs by the id of the question that they belong to. */
type PicturesOf = ReadonlyMap<string, readonly Uint8Array[]>

/** The model's input, and the number of earlier turns that are omitted from it, oldest first. */
export interface Prompt {
  messages: ModelMessage[]
  forgotten: number
  /** Estimated tokens of each kind. */
  used: Record<ContextKind, number>
  /** What is in it of the recollections that were given. */
  facts: readonly RecollectedFact[]
  recalled: readonly RecalledMessage[]
  /** The id of the first earlier message that is told word for word, if any. */
  told: string | undefined
}

interface PromptAdditions {
  sources?: readonly CitedSource[]
  pictures?: PicturesOf
  lore?: PromptLore
  recollections?: Recollections
}

/**
 * Section 7, in order: the system message, the scripted introduction, the earlier turns that fit (decision 15), and the
 * found passages with the newest text. A persona (record 0055) has its greeting in place of the scripted answer, and may
 * close with instructions after the newest text. What is remembered ends the system message; the opening and the story so
 * far stand before the earlier turns, and what is recalled before the newest text (records 0086 and 0087).
 */
export function buildPrompt(
  given: ReplyRequest,
  window: Window,
  {
    sources = [],
    pictures = new Map(),
    lore = NO_LORE,
    recollections = NO_RECOLLECTIONS,
  }: PromptAdditions = {},
): Prompt {
  const request = withGreeting(given)
  const cites = sources.length > 0
  const facts = textsThatFit(recollections.facts, (fact) => fact.text, recollectionTokens('facts', window))
  const memory = memoryText(facts)
  const recalled = textsThatFit(
    recollections.recalled,
    (message) => message.text,
    recollectionTokens('recalled', window),
  )
  const asked = withRecalled(recalled, cites ? withQuotedSources(sources, request.text) : request.text)
  const newest = newestOf(request, asked, pictures)
  const { opening, closing } = openingOf(
    request,
    { ...window, tokens: window.tokens - pictureTokens(newest) },
    {
      lore,
      more: [memory ?? false, cites && ABOUT_SOURCES],
    },
  )
  const turns = cites ? withoutOwnCitations(request.turns) : request.turns
  const shown = turns.map((turn) => ({ ...turn, ...picturesOf(turn.id, pictures) }))
  const { exchange, story, fitting } = turnsToTell(
    { ...request, turns: shown },
    [...opening, ...newest, ...closing],
    window,
  )
  const earlier = [...exchange, ...story, ...fitting].map(withoutId)
  return {
    messages: [
      ...opening,
      ...(request.situation === undefined
        ? [...earlier, ...newest]
        : joinNeighbours([...earlier, ...newest])),
      ...closing,
    ],
    forgotten: (request.leftOut ?? 0) + turns.filter(isSaid).length - fitting.filter(isSaid).length,
    used: usedBy({ opening, closing, memory, exchange, story, fitting, recalled, sources, newest }),
    facts,
    recalled,
    told: fitting.find(({ id }) => id !== undefined)?.id,
  }
}

/** Estimated tokens by what takes them. */
function usedBy(of: {
  opening: readonly ModelMessage[]
  closing: readonly ModelMessage[]
  memory: string | null
  exchange: readonly ModelMessage[]
  story: readonly ModelMessage[]
  fitting: readonly ModelMessage[]
  recalled: readonly RecalledMessage[]
  sources: readonly CitedSource[]
  newest: readonly ModelMessage[]
}): Prompt['used'] {
  const memory = of.memory === null ? 0 : estimateTokens(of.memory)
  const recalled = of.recalled.length === 0 ? 0 : estimateTokens(withRecalled(of.recalled, ''))
  const passages = of.sources.length === 0 ? 0 : estimateTokens(withQuotedSources(of.sources, ''))
  return {
    persona: Math.max(0, tokensOfAll([...of.opening, ...of.closing]) - memory),
    memory,
    opening: tokensOfAll(of.exchange),
    story: tokensOfAll(of.story),
    turns: tokensOfAll(of.fitting),
    recalled,
    passages,
    question: Math.max(0, tokensOfAll(of.newest) - recalled - passages),
  }
}

const NO_RECOLLECTIONS: Recollections = { facts: [], recalled: [] }
const NO_LORE: PromptLore = { before: [], after: [] }

const tokensOfAll = (messages: readonly Pick<ModelMessage, 'content' | 'pictures' | 'calls'>[]) =>
  messages.reduce((tokens, message) => tokens + tokensOf(message), 0)

function picturesOf(id: string | undefined, pictures: PicturesOf) {
  const shown = id === undefined ? undefined : pictures.get(id)
  return shown && { pictures: shown }
}

/** The newest words with all that stands before them, and what another program puts after them. */
function newestOf(
  { text, asked, pictures: own, following = [] }: ReplyRequest,
  content: string,
  pictures: PicturesOf,
): ModelMessage[] {
  const shown = own ? { pictures: own } : picturesOf(asked?.conversation?.questionId, pictures)
  const said: ModelMessage[] = text !== '' || own ? [{ role: 'user', content, ...shown }] : []
  return [...said, ...following.map(withoutId)]
}

/** What every prompt of the agent begins and ends with. @param more further paragraphs of the system message */
function openingOf(
  request: ReplyRequest,
  window: Window,
  { lore, more }: { lore: PromptLore; more: readonly (string | false)[] },
): { opening: ModelMessage[]; closing: ModelMessage[] } {
  const { agent, greeting, situation, system } = request
  const own = ownParagraphs(agent)
  const persona = agent.persona
    ? personaTexts(
        { agent, own, lore, greeting, isAlone: situation === undefined },
        roomOf(request, window).room,
      )
    : null
  const paragraphsOfSystem = persona ? persona.system : [systemMessage(agent)]
  return {
    opening: [
      { role: 'system', content: paragraphs([...paragraphsOfSystem, situation, system, ...more]) },
      { role: 'user', content: INTRODUCE_YOURSELF },
      { role: 'assistant', content: (persona ? persona.greeting : greeting) ?? introduction(agent) },
    ],
    closing: persona?.closing ? [{ role: 'system', content: persona.closing }] : [],
  }
}

/** The first exchange where it would be left out, the story, and the newest turns that fit beside `always`. */
function turnsToTell(
  { turns, leftOut = 0, opening = [], story: told }: ReplyRequest,
  always: readonly ModelMessage[],
  window: Window,
): { exchange: readonly RememberedTurn[]; story: ModelMessage[]; fitting: RememberedTurn[] } {
  const story = told ? storyMessages(told, window) : []
  const fitting = turnsThatFit(turns, [...always, ...story], window)
  const isWhole = leftOut === 0 && fitting.length === turns.filter(saysSomething).length
  const exchange = isWhole ? [] : openingThatFits(opening, window)
  if (exchange.length === 0) return { exchange, story, fitting }
  const others = withoutTurns(turns, exchange)
  return {
    exchange,
    story,
    fitting: turnsThatFit(others, [...always, ...story, ...exchange.map(withoutId)], window),
  }
}

function withoutTurns<Turn extends RememberedTurn>(
  turns: readonly Turn[],
  kept: readonly RememberedTurn[],
): Turn[] {
  const ids = new Set(kept.map(({ id }) => id))
  return turns.filter(({ id }) => id === undefined || !ids.has(id))
}

/** Calls of tools and their results belong to the answer that they led to. */
const isSaid = (turn: Omit<ModelMessage, 'role'>) =>
  saysSomething(turn) && turn.callId === undefined && turn.calls === undefined

const withoutId = ({ id: _, ...message }: RememberedTurn): ModelMessage => message

/** Other programs send the greeting as the first earlier turn. It is taken for the greeting, so that it is not said twice. */
function withGreeting(request: ReplyRequest): ReplyRequest {
  const { agent, greeting, turns, leftOut = 0, situation } = request
  const [first, ...others] = turns
  const isGreeting = agent.persona && greeting === undefined && leftOut === 0 && situation === undefined
  if (!isGreeting || first?.role !== 'assistant') return request
  return { ...request, greeting: first.content, turns: others }
}

function joinNeighbours(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last?.role === message.role)
      joined[joined.length - 1] = { ...last, content: `${last.content}\n\n${message.content}` }
    else joined.push(message)
  }
  return joined
}
