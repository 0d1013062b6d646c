import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Agent, categoryNames, DEFAULT_IMAGE_URL } from '../../../shared/agents.ts'
import { DEFAULT_ENTITY } from '../../../shared/chat.ts'
import { useApi } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { column } from '../../ui/column.ts'
import { engineQuestion } from './api/engine-question.ts'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import { pendingTurn } from './conversation.ts'
import { EmptyConversation } from './empty-conversation.tsx'
import { EngineNote } from './engine-note.tsx'
import { MessageList } from './message-list.tsx'
import { suggestionsFor } from './suggestions.ts'
import { useConversation } from './use-conversation.ts'

/** Section 2: the chat screen. Without an agent the defaults of section 5 answer. Give it the agent's id as its key. */
export function ChatScreen({ agent }: { agent: Agent | null }) {
  const engine = useQuery(engineQuestion(useApi())).data
  const { conversation, session } = useConversation(agent?.id ?? null, 'page')
  const pending = pendingTurn(conversation) !== undefined
  const name = agent?.name ?? DEFAULT_ENTITY.name
  useEscape(pending, session.stop)
  return (
    <section
      aria-label={`Chat with ${name}`}
      className="flex h-[calc(100dvh-var(--header-height)-1px)] min-h-80 flex-col"
    >
      <ChatHeader
        title={agent?.name ?? 'Chat with Bionic'}
        subtitle={agent ? categoryNames[agent.category] : 'Neural Interface Active'}
        imageUrl={agent?.imageUrl ?? DEFAULT_IMAGE_URL}
        engine={engine}
        onClear={conversation.length > 0 ? session.clear : undefined}
      />
      <MessageList
        conversation={conversation}
        agentName={name}
        onRetry={session.retry}
        className={`${column} py-7`}
        note={
          <>
            <EngineNote engine={engine} />
            {conversation.length > 0 && (
              <Button
                tone="quiet"
                size="small"
                className="min-h-11 self-center md:hidden"
                onClick={session.clear}
              >
                New conversation
              </Button>
            )}
          </>
        }
        empty={
          <EmptyConversation suggestions={suggestionsFor(agent ?? DEFAULT_ENTITY)} onAsk={session.send} />
        }
      />
      <div className={`${column} pt-2 pb-[max(14px,env(safe-area-inset-bottom))] md:pb-6`}>
        <Composer agentName={name} pending={pending} send={session.send} onStop={session.stop} />
      </div>
    </section>
  )
}

/** Escape lets go of the running reply, unless something on top of the screen has taken it. */
function useEscape(active: boolean, act: () => void) {
  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [active, act])
}
