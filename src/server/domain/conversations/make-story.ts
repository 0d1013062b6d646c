import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { type SaidTurn, saidTurns } from '../../../shared/chat/message-tree.ts'
import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { storyTextSchema } from '../../../shared/chat/stories.ts'
import { toPlainText } from '../../../shared/text/plain-text.ts'
import type { Logger } from '../../base/log.ts'
import type { ReadToTell } from '../../db/conversations/stories.ts'
import type { Answers, Asked } from '../chat/answers.ts'
import { cutToTokens } from '../chat/persona-prompt.ts'
import { buildPrompt } from '../chat/prompt.ts'
import { recollectionTokens } from '../chat/recollections.ts'
import { reply, replyWindow } from '../chat/reply.ts'
import { estimatedTokens } from '../chat/request-meter.ts'
import { tokensOf, type Window } from '../chat/window.ts'
import { ASCII_A_TOKEN, estimateTokens } from '../estimate-tokens.ts'
import { bitesOf, type StoryToMake, storyRequest } from './story-prompt.ts'

export type ContextPart = Extract<ReplyPart, { kind: 'context' }>

/** From this share of the window on, a story is made of the oldest turns. */
const TOLD_FROM = 0.7

/** The share of the window that the newest turns keep, and the share of their room, where that is less. */
const KEPT = { ofWindow: 0.35, ofRoom: 2 / 3 } as const

/** A story of less is not worth a request: of the turns that are kept, and of the window. */
const LEAST = { ofKept: 0.2, ofWindow: 0.05 } as const

/** The most requests for one story. */
const MOST_BITES = 8

/** With fewer tokens for what was said, a story would be made of too little at a time. */
const LEAST_BITE = 200

export function isFull({ window, reserved, used }: ContextPart): boolean {
  return sum(Object.values(used)) + reserved >= window * TOLD_FROM
}

/** The most bytes of a path from which a story can be made, whatever its script. */
export const bytesToTell = ({ window }: ContextPart) =>
  Math.min((MOST_BITES + 1) * window * ASCII_A_TOKEN, 4_000_000)

/** Those that no longer stay word for word, without the first exchange, which always does; empty if they are few. */
export function turnsToTell(said: ReadToTell['said'], context: ContextPart): SaidTurn[] {
  const exchanges = exchangesOf(said)
  const room = roomForTurns(context)
  const keeps = Math.max(0, Math.min(context.window * KEPT.ofWindow, room * KEPT.ofRoom))
  let [kept, first] = [0, exchanges.length]
  while (first > 0) {
    kept += tokensOfAll(exchanges[first - 1] ?? [])
    // The newest is kept even if it is long, unless no prompt could have it.
    if (kept > (first === exchanges.length ? room : keeps)) break
    first--
  }
  const told = exchanges.slice(0, first).flat()
  const least = Math.max(keeps * LEAST.ofKept, context.window * LEAST.ofWindow)
  return tokensOfAll(told) < least ? [] : told
}

/** Questions with their replies, which may have been stopped. */
function exchangesOf(said: ReadToTell['said']): SaidTurn[][] {
  const turns = saidTurns(said.map((message) => (message.erased ? { ...message, content: '' } : message)))
  const root = said[0]?.parentId === null ? said[0] : undefined
  const opening = root?.role === 'user' ? root.id : root && said[1]?.id
  const exchanges: SaidTurn[][] = []
  for (let index = 0; index < turns.length; index += 2) exchanges.push(turns.slice(index, index + 2))
  return exchanges.filter(([question]) => question?.id !== opening && question?.content !== '')
}

/** What a prompt with a story leaves to turns that are told word for word. */
function roomForTurns({ window, reserved, used }: ContextPart): number {
  const { persona, memory, opening, recalled, passages, question } = used
  const shares = recollectionTokens('story', { tokens: window, replyTokens: reserved })
  const ownWords = recollectionTokens('ownWords', { tokens: window, replyTokens: reserved })
  return window - reserved - sum([persona, memory, opening, recalled, passages, question]) - shares - ownWords
}

interface StoryMakerOptions {
  answers: Pick<Answers, 'engineFor' | 'answerOnce'>
  asked: Asked
  /** Asked before each request. */
  mayGoOn: () => Promise<boolean>
  log: Logger
  requestId: string
  stopped: AbortSignal
  shutdown: AbortSignal
}

/**
 * Has the model that answers tell what was said, in as many requests as its window needs; of too much, the newest.
 * @returns null if there is no model, or if it may not go on
 * @throws if a model fails, or answers with what is no story
 */
export async function makeStory(
  { before, turns }: { before: ReadToTell['story']; turns: readonly SaidTurn[] },
  options: StoryMakerOptions,
): Promise<string | null> {
  const { engine, windowTokens, settings } = await options.answers.engineFor(options.asked)
  if (engine.kind === 'offline') return null
  const window = replyWindow({ windowTokens, settings })
  const most = recollectionTokens('story', window)
  const characters = charactersFor(turns, Math.min(most, window.replyTokens))
  let story: StoryToMake['before'] = before && { ...before, text: cutToTokens(before.text, most) }
  const frame = estimatedTokens(
    promptOf({ before: { text: '', by: 'person' }, said: '', characters }, window),
  )
  // Quoting makes a story longer.
  const room = window.tokens - window.replyTokens - frame - most * 1.2
  if (room < LEAST_BITE) throw new Error('the window of the model is too small for a story')
  for (const said of bitesOf(turns, room).slice(-MOST_BITES)) {
    if (!(await options.mayGoOn())) return null
    story = { text: await tell({ before: story, said, characters }, most, options), by: 'model' }
  }
  return story?.text ?? null
}

/** How long a story may be that has so many tokens, in the script of what was said. */
function charactersFor(turns: readonly SaidTurn[], tokens: number): number {
  const text = turns.map(({ content }) => content).join('')
  return Math.floor((tokens * text.length) / Math.max(1, estimateTokens(text)))
}

const promptOf = (story: StoryToMake, window: Window) => buildPrompt(storyRequest(story), window).messages

async function tell(
  story: StoryToMake,
  mostTokens: number,
  { answers, asked, ...context }: StoryMakerOptions,
): Promise<string> {
  const events = await answers.answerOnce(asked, context, (parts) => reply(storyRequest(story), parts))
  const text = storyTextSchema.safeParse(toPlainText(await collect(events)))
  if (!text.success) throw new Error('the model told no story, or too long a one')
  if (estimateTokens(text.data) > mostTokens) throw new Error('the story is too long for the window')
  if (isRefusal(text.data)) throw new Error('the model refused to tell a story')
  if (isLoop(text.data)) throw new Error('the model repeated itself')
  return text.data
}

/** @throws if it did not come to its own end */
async function collect(events: AsyncIterable<ReplyEvent>): Promise<string> {
  let said = ''
  let end: ReplyEvent | undefined
  for await (const event of events) {
    if (event.type === 'words') said += event.text
    else end = event
  }
  if (end?.type !== 'finished') throw new Error(`the model did not come to an end: ${end?.type}`)
  if (end.reason === 'length') throw new Error('the model told too long a story')
  return said === EMPTY_REPLY ? '' : said
}

/** A refusal is short and says so at its beginning. A story is told of somebody else. */
export function isRefusal(text: string): boolean {
  return (
    text.length < 400 && /^\W*(?:I['’]m sorry|I am sorry|sorry|I can(?:not|['’]t)|as an AI)\b/i.test(text)
  )
}

export function isLoop(text: string): boolean {
  const sentences = text.split(/[.!?。！？\n]+/).filter((sentence) => sentence.trim().length > 8)
  const again = sentences.length - new Set(sentences).size
  if (again > 2 && again > sentences.length / 4) return true
  const words = text.toLowerCase().match(/\S+/g) ?? []
  return words.length > 80 && new Set(words).size < words.length / 6
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
const tokensOfAll = (turns: readonly SaidTurn[]) => sum(turns.map(tokensOf))
