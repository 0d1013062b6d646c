import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Api, useApi } from '../../lib/api.ts'
import { askAgent } from './api/ask-agent.ts'
import type { Conversation } from './conversation.ts'
import { type ConversationSession, createConversationSession } from './conversation-session.ts'
import { keepConversation, keptConversation } from './kept-conversations.ts'

const nothingSaid: Conversation = []

/**
 * A conversation with one agent; give the component that calls this the agent's id as its key.
 * @param agentId null talks with the defaults of section 5
 * @param memory `page` finds the same conversation again when the person comes back to it; `none` ends with the component
 */
export function useConversation(
  agentId: string | null,
  memory: 'page' | 'none',
): { conversation: Conversation; session: ConversationSession } {
  const api = useApi()
  const key = agentId ?? 'isolated'
  const [session] = useState(() => (memory === 'page' && keptConversation(key)) || newSession(api, agentId))
  const conversation = useSyncExternalStore(session.subscribe, session.getConversation, () => nothingSaid)
  const said = conversation.length > 0
  useEffect(() => {
    if (memory === 'page' && said) keepConversation(key, session)
  }, [memory, said, key, session])
  useEffect(() => (memory === 'none' ? session.stop : undefined), [memory, session])
  return { conversation, session }
}

function newSession(api: Api, agentId: string | null): ConversationSession {
  return createConversationSession({
    agentId,
    ask: askAgent(api),
    // A hidden tab paints no frames.
    nextFrame: (callback) => {
      if (document.hidden) setTimeout(callback, 250)
      else requestAnimationFrame(callback)
    },
  })
}
