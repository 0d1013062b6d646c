import type { AnsweringAgent, ChatTurn } from '../../../shared/chat.ts'
import type { ModelMessage } from '../../llm/provider.ts'
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
export function buildPrompt({ agent, turns, leftOut = 0, text }: ReplyRequest, window: Window): Prompt {
  const opening: ModelMessage[] = [
    { role: 'system', content: systemMessage(agent) },
    { role: 'user', content: INTRODUCE_YOURSELF },
    { role: 'assistant', content: introduction(agent) },
  ]
  const newest: ModelMessage = { role: 'user', content: text }
  const fitting = turnsThatFit(turns, [...opening, newest], window)
  return {
    messages: [...opening, ...fitting, newest],
    forgotten: leftOut + turns.filter(saysSomething).length - fitting.length,
  }
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
