import { useMemo } from 'react'
import type { AgentSummary } from '../../../shared/agents.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Composer } from './composer/composer.tsx'
import { useConversation } from './conversation/use-conversation.ts'
import { MessageList } from './messages/message-list.tsx'
import type { TurnActions } from './messages/turn-actions.ts'

/** Section 2: a few words with an agent without leaving the list. Nothing of it is kept (decision 19). */
export default function QuickChatDialog({ agent, onClose }: { agent: AgentSummary; onClose: () => void }) {
  const { view, session } = useConversation({ agentId: agent.id, conversationId: null, keep: 'none' })
  const actions = useMemo<TurnActions>(
    () => ({ askAgain: (questionId) => void session.askAgain(questionId) }),
    [session],
  )
  return (
    <Dialog open onClose={onClose} title={agent.name}>
      <div className="flex h-[min(70dvh,600px)] flex-col gap-4">
        <div className="flex items-center gap-4 border-b border-line pb-4">
          <Picture
            src={agent.pictureUrl}
            alt=""
            width={48}
            height={48}
            className="hexagon size-12 flex-none object-cover"
          />
          <p className="line-clamp-3 min-w-0 text-sm wrap-anywhere text-soft">{agent.description}</p>
        </div>
        <MessageList
          view={view}
          agentName={agent.name}
          actions={actions}
          className="px-3 pb-4"
          empty={
            <p className="m-auto max-w-[36ch] text-center text-soft">
              {`Nothing said yet. Ask ${agent.name} something; this conversation ends with the dialog.`}
            </p>
          }
        />
        <Composer
          autoFocus
          agentName={agent.name}
          conversation={session.id}
          pending={view.pending !== null}
          send={session.send}
          returned={view.returned}
          takeReturned={session.takeReturned}
        />
      </div>
    </Dialog>
  )
}
