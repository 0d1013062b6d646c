import type { AnsweringAgent, ChatTurn } from '../../../../shared/chat/chat.ts'
import { withoutCitations } from '../../../../shared/knowledge/citations.ts'
import { findMentions } from '../../../../shared/realms/mentions.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import type { ContextMessage } from '../../../db/realms/realm-answers.ts'
import { ABOUT_MATERIAL, quotedName, wordsUnderName } from '../../chat/material.ts'
import type { ReplyRequest } from '../../chat/reply-request.ts'

/** Those who spoke most recently. */
const PEOPLE_NAMED = 20

export interface TurnScene {
  realm: string
  agents: readonly string[]
  context: readonly ContextMessage[]
}

/** Quotes the names in the log, and puts the message that it answers last; null if that was removed. */
export function turnRequest(
  turn: { agent: AnsweringAgent & { id: string }; answers: number; words: number },
  { realm, agents, context }: TurnScene,
): ReplyRequest | null {
  const { agent, answers, words } = turn
  const answered = context.find(({ number }) => number === answers)
  if (!answered) return null
  const others = agents.filter((name) => name !== agent.name)
  const turns = context
    .filter((message) => message !== answered)
    .map(
      (message): ChatTurn =>
        message.agentId === agent.id
          ? { role: 'assistant', content: message.content }
          : { role: 'user', content: underName(message) },
    )
  return {
    agent,
    turns,
    text: underName(answered),
    situation: situation({ name: agent.name, realm, others, people: peopleOf(context), words }),
    said: withoutMentions(answered.content, agents),
  }
}

function underName(message: ContextMessage): string {
  const { content, cites } = message
  return wordsUnderName(quotedName(speakerOf(message)), cites ? withoutCitations(content) : content)
}

function speakerOf({ agentName, author }: ContextMessage): string {
  return agentName ?? shortAddress(author)
}

function peopleOf(context: readonly ContextMessage[]): string[] {
  const people = new Set<string>()
  for (const message of context.toReversed()) if (message.agentId === null) people.add(speakerOf(message))
  return [...people].slice(0, PEOPLE_NAMED)
}

function situation(at: {
  name: string
  realm: string
  others: readonly string[]
  people: readonly string[]
  words: number
}): string {
  const quoted = (names: readonly string[]) => names.map(quotedName).join(', ')
  const [other] = at.others
  return [
    `You are ${quotedName(at.name)} in the realm ${quotedName(at.realm)}, a chat that many share.`,
    at.people.length > 0 && `People who spoke last: ${quoted(at.people)}.`,
    other === undefined ? 'No other agent is here.' : `Other agents here: ${quoted(at.others)}.`,
    ABOUT_MATERIAL,
    'Speak as yourself only, without your name before your words.',
    other !== undefined &&
      `@ before the name of another agent, such as ${quotedName(`@${other}`)}, addresses it and has it answer; do so only when you want that.`,
    `You may say ${at.words} words.`,
  ]
    .filter((part) => part !== false)
    .join(' ')
}

/** For engines that can't interpret mentions. */
function withoutMentions(content: string, agents: readonly string[]): string {
  const named = agents.map((name) => ({ name }))
  let plain = ''
  let end = 0
  for (const { at, length } of findMentions(content, named)) {
    plain += content.slice(end, at)
    end = at + length
    if (/[,:;]/.test(content.charAt(end))) end++
  }
  return (plain + content.slice(end)).replace(/[^\S\n]+/g, ' ').trim()
}
