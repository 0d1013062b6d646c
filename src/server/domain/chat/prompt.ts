import type { AnsweringAgent, ChatTurn } from '../../../shared/chat.ts'
import type { ModelMessage } from '../../llm/provider.ts'
import { firstSentence } from './first-sentence.ts'
import { turnsThatFit, type Window } from './window.ts'

export const INTRODUCE_YOURSELF = 'Please introduce yourself.'

/** What a reply is asked for. */
export interface ReplyRequest {
  agent: AnsweringAgent
  /** Earlier turns, oldest first. */
  turns: readonly ChatTurn[]
  /** The newest user text. */
  text: string
}

/**
 * Section 7: the messages of a reply, in order: the system message, the scripted introduction, then (decision 15)
 * the earlier turns that fit the window, and the newest user text last.
 */
export function buildMessages({ agent, turns, text }: ReplyRequest, window: Window): ModelMessage[] {
  const opening: ModelMessage[] = [
    { role: 'system', content: systemMessage(agent) },
    { role: 'user', content: INTRODUCE_YOURSELF },
    { role: 'assistant', content: introduction(agent) },
  ]
  const newest: ModelMessage = { role: 'user', content: text }
  return [...opening, ...turnsThatFit(turns, [...opening, newest], window), newest]
}

function systemMessage({ personality, capabilities, knowledgeDomains }: AnsweringAgent): string {
  return [
    personality,
    `Your capabilities: ${capabilities.join(', ')}.`,
    `Your knowledge domains: ${knowledgeDomains.join(', ')}.`,
  ].join('\n\n')
}

function introduction({ personality, knowledgeDomains }: AnsweringAgent): string {
  const sentence = firstSentence(personality)
  const end = /[\p{L}\p{N}]$/u.test(sentence) ? '.' : ''
  return `${sentence}${end} I specialize in ${knowledgeDomains.join(', ')}`
}
