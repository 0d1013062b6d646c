import type { ChatTurn, Engine } from '../../../shared/chat/chat.ts'
import type { ModelMessage } from '../../llm/provider.ts'

/** For a model that the table does not know; the smallest window that hosted models still have. */
export const DEFAULT_WINDOW_TOKENS = 8_192

/** Windows in tokens of hosted models by the beginning of their name; the longest beginning that fits counts. */
const windows: Readonly<Record<string, number>> = {
  'gpt-3.5-turbo': 16_385,
  'gpt-4': 8_192,
  'gpt-4-32k': 32_768,
  'gpt-4-turbo': 128_000,
  'gpt-4-0125': 128_000,
  'gpt-4-1106': 128_000,
  'gpt-4o': 128_000,
  'gpt-4.1': 1_047_576,
  'gpt-5': 272_000,
  'chatgpt-4o': 128_000,
  o1: 128_000,
  o3: 200_000,
  'o4-mini': 200_000,
  'claude-': 200_000,
  'gemini-1.5': 1_000_000,
  'gemini-2': 1_000_000,
  'gemini-3': 1_000_000,
  'mistral-large': 128_000,
  'mistral-medium': 128_000,
  'mistral-small': 32_000,
  'deepseek-chat': 64_000,
  'deepseek-reasoner': 64_000,
  'grok-2': 131_072,
  'grok-3': 131_072,
  'grok-4': 131_072,
}

/**
 * The window of whoever answers, in tokens: known by the model's name (a vendor before a slash is passed over), else
 * what the operator says, else a careful default. A smaller figure of the operator counts even where the name is known.
 * A server on the own machine decides its window itself, whatever the model could do, so its name says nothing.
 */
export function windowOf(engine: Engine, configured: number | undefined): number {
  const known = engine.kind === 'provider' ? knownWindow(engine.model) : undefined
  if (known === undefined) return configured ?? DEFAULT_WINDOW_TOKENS
  return configured === undefined ? known : Math.min(known, configured)
}

function knownWindow(model: string): number | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const beginnings = Object.keys(windows).filter((beginning) => name.startsWith(beginning))
  const longest = beginnings.sort((a, b) => b.length - a.length)[0]
  return longest === undefined ? undefined : windows[longest]
}

export interface Window {
  tokens: number
  /** The part of it that is kept free for the reply. */
  replyTokens: number
}

/** What a message costs beside its text: its role and the marks around it. */
const TOKENS_A_MESSAGE = 4

const ASCII_A_TOKEN = 3

/** Of a UTF-16 unit that is not ASCII. In UTF-8 it has two bytes or three, so ASCII has the most bytes a token. */
const OTHER_TOKENS = 1.5

/**
 * A careful estimate without a tokenizer, which every model has its own: three ASCII characters a token (English has
 * four, code three), and for every other UTF-16 unit one and a half (the most that common scripts take).
 */
export function estimateTokens(text: string): number {
  let other = 0
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) other++
  return TOKENS_A_MESSAGE + Math.ceil((text.length - other) / ASCII_A_TOKEN + other * OTHER_TOKENS)
}

/**
 * Decision 15: the newest of the earlier turns that fit the window beside what must be said and the room for the
 * reply. Turns stay whole and the oldest go first; an answer whose question went goes with it. Blank turns say nothing
 * and are left out.
 * @param always the opening messages and the newest user text
 */
export function turnsThatFit(
  turns: readonly ChatTurn[],
  always: readonly ModelMessage[],
  window: Window,
): ChatTurn[] {
  let room = window.tokens - window.replyTokens
  for (const { content } of always) room -= estimateTokens(content)
  const said = turns.filter(saysSomething)
  let first = said.length
  while (first > 0) {
    room -= estimateTokens(said[first - 1]?.content ?? '')
    if (room < 0) break
    first--
  }
  if (first > 0) while (said[first]?.role === 'assistant') first++
  return said.slice(first)
}

/** Whether a turn counts: a blank one is neither told nor forgotten. */
export function saysSomething({ content }: ChatTurn): boolean {
  return content.trim() !== ''
}

/** Whether messages fit a window beside the reply. */
export function fitsWindow(messages: readonly ModelMessage[], window: Window): boolean {
  const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  return tokens + window.replyTokens <= window.tokens
}

/** No text of more UTF-8 bytes than this can fit into the window, however it is written. */
export function windowBytes(window: Window): number {
  return (window.tokens - window.replyTokens) * ASCII_A_TOKEN
}
