import type { RememberedTurn } from '../chat/reply-request.ts'

/** Said once under an answer of an agent that has such tools. */
export const LEFT_OUT =
  'Some of this agent’s tools were left out of this answer: they need a person’s consent, and nobody can be asked here.'

/** Clients send answers back as they got them. Another remark may stand under this one. */
export function withoutLeftOut(turn: RememberedTurn): RememberedTurn {
  if (turn.role !== 'assistant' || !turn.content.includes(LEFT_OUT)) return turn
  const content = turn.content.replace(`\n\n${LEFT_OUT}`, '')
  return {
    ...turn,
    content: content.endsWith(LEFT_OUT) ? content.slice(0, -LEFT_OUT.length).trimEnd() : content,
  }
}
