import type { ModelMessage } from '../../llm/provider.ts'
import { ASCII_A_TOKEN, estimateTokens } from '../estimate-tokens.ts'

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
