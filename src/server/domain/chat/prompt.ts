import type { AnsweringAgent, ChatTurn } from '../../../shared/chat/chat.ts'
import type { ModelMessage, ModelRequest, WantedPost } from '../../llm/provider.ts'
import { firstSentence } from './first-sentence.ts'
import { saysSomething, turnsThatFit, type Window } from './window.ts'

export const INTRODUCE_YOURSELF = 'Please introduce yourself.'

/** What a reply is asked for. */
export interface ReplyRequest {
  agent: AnsweringAgent
  /** Earlier turns, oldest first. */
  turns: readonly ChatTurn[]
  /** How many turns came before those, if it is known already that they do not fit. */
  leftOut?: number
  /** The newest user text. */
  text: string
  /**
   * Where the agent is, if it is not alone with a person; it ends the system message. What several said in a row is then
   * one message, so that the two voices alternate.
   */
  situation?: string
  /** See `ModelRequest`. */
  said?: string
  post?: WantedPost
  turn?: ModelRequest['turn']
}

/** What the model is told, and how many of the earlier turns, oldest first, it is not. */
export interface Prompt {
  messages: ModelMessage[]
  forgotten: number
}

/**
 * Section 7: the messages of a reply, in order: the system message, the scripted introduction, then (decision 15)
 * the earlier turns that fit the window, and the newest user text last.
 */
export function buildPrompt(
  { agent, turns, leftOut = 0, text, situation }: ReplyRequest,
  window: Window,
): Prompt {
  const opening: ModelMessage[] = [
    { role: 'system', content: systemMessage(agent, situation) },
    { role: 'user', content: INTRODUCE_YOURSELF },
    { role: 'assistant', content: introduction(agent) },
  ]
  const newest: ModelMessage = { role: 'user', content: text }
  const fitting = turnsThatFit(turns, [...opening, newest], window)
  return {
    messages: [
      ...opening,
      ...(situation === undefined ? [...fitting, newest] : joinNeighbours([...fitting, newest])),
    ],
    forgotten: leftOut + turns.filter(saysSomething).length - fitting.length,
  }
}

function systemMessage(
  { personality, capabilities, knowledgeDomains }: AnsweringAgent,
  situation?: string,
): string {
  return [
    personality,
    `Your capabilities: ${capabilities.join(', ')}.`,
    `Your knowledge domains: ${knowledgeDomains.join(', ')}.`,
    ...(situation === undefined ? [] : [situation]),
  ].join('\n\n')
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

function introduction({ personality, knowledgeDomains }: AnsweringAgent): string {
  const sentence = firstSentence(personality)
  const end = /[\p{L}\p{N}]$/u.test(sentence) ? '.' : ''
  return `${sentence}${end} I specialize in ${knowledgeDomains.join(', ')}`
}
