import type { Engine } from '../../../shared/chat/chat.ts'
import type { ModelMessage } from '../../llm/provider.ts'
import { ASCII_A_TOKEN, estimateTokens } from '../estimate-tokens.ts'

/** The window assumed for models that are not in the table: the smallest that hosted models still have. */
export const DEFAULT_WINDOW_TOKENS = 8_192

/** The windows of hosted models in tokens, by the prefix of their name; the longest matching prefix counts. */
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
 * In tokens: by the model's name (without a vendor before a slash), else as configured, else a conservative default; a
 * smaller configured one always counts. A local server chooses its window itself, so its model's name is not used.
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
  replyTokens: number
}

/**
 * Decision 15: the newest turns that fit with `always` (the opening messages and the newest text) and the reply. Turns
 * are not cut; the oldest go first, an answer together with its question. Blank turns are omitted.
 */
export function turnsThatFit<Turn extends SaidTurn>(
  turns: readonly Turn[],
  always: readonly ModelMessage[],
  window: Window,
): Turn[] {
  let room = window.tokens - window.replyTokens
  for (const message of always) room -= tokensOf(message)
  const said = turns.filter(saysSomething)
  let first = said.length
  while (first > 0) {
    room -= tokensOf(said[first - 1] ?? { content: '' })
    if (room < 0) break
    first--
  }
  if (first > 0) while (first < said.length && said[first]?.role !== 'user') first++
  return said.slice(first)
}

export type SaidTurn = Pick<ModelMessage, 'role' | 'content' | 'pictures' | 'calls' | 'callId'>

/** The tokens that models count for a picture of 1,568 pixels at most. */
export const PICTURE_TOKENS = 1_600

export function pictureTokens(messages: readonly Pick<ModelMessage, 'pictures'>[]): number {
  return messages.reduce((sum, { pictures = [] }) => sum + pictures.length * PICTURE_TOKENS, 0)
}

export function tokensOf(message: Pick<ModelMessage, 'content' | 'pictures' | 'calls'>): number {
  const { content, calls = [] } = message
  return calls.reduce(
    (sum, { name, arguments: given }) => sum + estimateTokens(name + given),
    estimateTokens(content) + pictureTokens([message]),
  )
}

/** Blank turns are neither sent nor counted as forgotten. */
export function saysSomething({ content, pictures, calls, callId }: Omit<SaidTurn, 'role'>): boolean {
  return [pictures, calls, callId].some((part) => part !== undefined) || content.trim() !== ''
}

export function fitsWindow(messages: readonly ModelMessage[], window: Window): boolean {
  const tokens = messages.reduce((sum, message) => sum + tokensOf(message), 0)
  return tokens + window.replyTokens <= window.tokens
}

/** The maximum number of UTF-8 bytes of a text that can fit into the window, in any script. */
export function windowBytes(window: Window): number {
  return (window.tokens - window.replyTokens) * ASCII_A_TOKEN
}
