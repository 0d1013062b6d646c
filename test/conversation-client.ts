import type { Ask, Conversation } from '../src/shared/chat/conversations.ts'
import { conversationSchema } from '../src/shared/chat/conversations.ts'
import type { Reply } from '../src/shared/chat/messages.ts'
import { lengthOf, partsOf } from '../src/shared/chat/parts.ts'
import { eventsOf, received, replyKnown } from './reply-events.ts'
import type { Account, Send } from './sign-in.ts'

/** How long somebody waits before following on when a connection was lost, in milliseconds. */
const RETRY_MS = 100

/** Somebody's hand on their conversations, at one server. */
export function conversationClient(send: Send, as: Account) {
  const at = (conversation: string) => `/api/conversations/${conversation}`
  const follow = (conversation: string, reply: string, after?: number) =>
    send('GET', `${at(conversation)}/replies/${reply}${after === undefined ? '' : `?after=${after}`}`, { as })

  return {
    ask: (conversation: string, ask: Ask) => send('POST', `${at(conversation)}/replies`, { as, json: ask }),
    follow,
    stop: (conversation: string, reply: string) =>
      send('POST', `${at(conversation)}/replies/${reply}/stop`, { as }),
    change: (conversation: string, json: unknown) => send('PATCH', at(conversation), { as, json }),
    remove: (conversation: string) => send('DELETE', at(conversation), { as }),
    restore: (conversation: string) => send('POST', `${at(conversation)}/restore`, { as }),
    fork: (conversation: string, json: unknown) => send('POST', `${at(conversation)}/fork`, { as, json }),
    read: (conversation: string) => send('GET', at(conversation), { as }),

    /** The conversation, which has to be there, checked against the contract. */
    async open(conversation: string): Promise<Conversation> {
      const answer = await send('GET', at(conversation), { as })
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
      return conversationSchema.parse(await answer.json())
    },

    /** Follows a reply to its end as a page does: what it lost it asks for again, from where it knows on. */
    async followToEnd(conversation: string, reply: string, known = replyKnown(reply)): Promise<Reply> {
      for (let sofar = known; ; ) {
        const answer = await follow(conversation, reply, lengthOf(partsOf(sofar))).catch(() => undefined)
        if (answer?.ok) sofar = await received(sofar, eventsOf(answer)).catch(() => sofar)
        else await answer?.body?.cancel()
        if (sofar.state !== 'running') return sofar
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    },
  }
}

/** What asks a new question at the beginning of a conversation, under ids of its own. */
export function firstQuestion(agentId: string, content = 'What is light?') {
  return {
    replyId: crypto.randomUUID(),
    agentId,
    question: { id: crypto.randomUUID(), parentId: null, content },
  } satisfies Ask
}
