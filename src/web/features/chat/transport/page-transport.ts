import type { ChatRequest, ReplyEvent } from '../../../../shared/chat/chat.ts'
import { greetingOf, saidTurns, turnsToSend } from '../../../../shared/chat/message-tree.ts'
import type { Message } from '../../../../shared/chat/messages.ts'
import type { PageTransport } from './transport.ts'

/** Requests a reply and yields its events as they arrive. Throws as `PageTransport.ask` does. */
export type AskAgent = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ReplyEvent>

/**
 * Nothing is stored, so each request has the earlier messages.
 * @param agentId null asks the default entity of section 5
 */
export function pageTransport(agentId: string | null, ask: AskAgent): PageTransport {
  return {
    kept: 'page',
    async *ask({ question, model, before }, { signal }) {
      const { history, greeting, leftOut } = historyOf(before)
      const wanted = model === null ? {} : { model }
      const request = { agentId, message: question.content, history, ...greeting, ...wanted }
      for await (const event of ask(request, signal))
        yield event.type === 'started' ? { ...event, forgotten: event.forgotten + leftOut } : event
    },
  }
}

function historyOf(before: readonly Message[]): {
  history: NonNullable<ChatRequest['history']>
  greeting: Pick<ChatRequest, 'greeting'>
  leftOut: number
} {
  const said = saidTurns(before)
  const greeting = greetingOf(before)?.content
  const history = turnsToSend(
    said.map(({ role, content }) => ({ role, content })),
    greeting,
  )
  // The cut may have separated an answer from its question.
  if (history[0]?.role === 'assistant') history.shift()
  return {
    history,
    greeting: greeting === undefined ? {} : { greeting },
    leftOut: said.length - history.length,
  }
}
