import type { AnsweringAgent, ChatTurn } from '../../../../shared/chat/chat.ts'
import { findMentions } from '../../../../shared/realms/mentions.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import type { ToldMessage } from '../../../db/realms/realm-answers.ts'
import type { ReplyRequest } from '../../chat/prompt.ts'
import { ABOUT_MATERIAL, quotedName, wordsUnderName } from '../../turns/material.ts'

/** So many people are named to an agent, those who spoke last. */
const PEOPLE_NAMED = 20

/** Where a turn is taken. */
export interface TurnScene {
  realm: string
  /** The names of all agents there. */
  agents: readonly string[]
  /** What was said there, oldest first. */
  told: readonly ToldMessage[]
}

/**
 * What an agent is asked for its turn: everything that was said in the realm, its own words as its own and everybody
 * else's under their quoted name, and what it answers at last.
 * @returns null where what it answers was removed
 */
export function turnRequest(
  turn: { agent: AnsweringAgent & { id: string }; answers: number; words: number },
  { realm, agents, told }: TurnScene,
): ReplyRequest | null {
  const { agent, answers, words } = turn
  const answered = told.find(({ number }) => number === answers)
  if (!answered) return null
  const others = agents.filter((name) => name !== agent.name)
  const turns = told
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
    situation: situation({ name: agent.name, realm, others, people: peopleOf(told), words }),
    said: withoutMentions(answered.content, agents),
  }
}

const underName = (message: ToldMessage) => wordsUnderName(quotedName(speakerOf(message)), message.content)

function speakerOf({ agentName, author }: ToldMessage): string {
  return agentName ?? shortAddress(author)
}

function peopleOf(told: readonly ToldMessage[]): string[] {
  const people = new Set<string>()
  for (const message of told.toReversed()) if (message.agentId === null) people.add(speakerOf(message))
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

/** The words alone, for whoever reads nothing into a mention. */
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
