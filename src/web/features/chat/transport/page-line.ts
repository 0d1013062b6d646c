import type { ChatRequest, ReplyEvent } from '../../../../shared/chat/chat.ts'
import { saidTurns, turnsToSend } from '../../../../shared/chat/message-tree.ts'
import type { Message } from '../../../../shared/chat/messages.ts'
import type { PageLine } from './line.ts'

/** Asks for a reply and yields its events as they come. Throws as a line does. */
export type AskAgent = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ReplyEvent>

/**
 * The line of a conversation that nobody keeps: each question carries what was said before it.
 * @param agentId null asks the defaults of section 5
 */
export function pageLine(agentId: string | null, ask: AskAgent): PageLine {
  return {
    kept: 'page',
    async *ask({ question, before }, { signal }) {
      const { history, leftOut } = historyOf(before)
      for await (const event of ask({ agentId, message: question.content, history }, signal))
        yield event.type === 'started' ? { ...event, forgotten: event.forgotten + leftOut } : event
    },
  }
}

/** What of a path one request carries, and how many turns at its beginning it does not. */
function historyOf(before: readonly Message[]): {
  history: NonNullable<ChatRequest['history']>
  leftOut: number
} {
  const said = saidTurns(before)
  const history = turnsToSend(said.map(({ role, content }) => ({ role, content })))
  // What no longer fits may have parted an answer from its question.
  if (history[0]?.role === 'assistant') history.shift()
  return { history, leftOut: said.length - history.length }
}
