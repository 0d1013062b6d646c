import type { AgentSummary } from '../../../shared/agents.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Composer } from './composer.tsx'
import { pendingTurn } from './conversation.ts'
import { MessageList } from './message-list.tsx'
import { useConversation } from './use-conversation.ts'

/** Section 2: a few words with an agent without leaving the list. Nothing of it is kept (decision 19). */
export default function QuickChatDialog({ agent, onClose }: { agent: AgentSummary; onClose: () => void }) {
  const { conversation, session } = useConversation(agent.id, 'none')
  return (
    <Dialog open onClose={onClose} title={agent.name}>
      <div className="flex h-[min(70dvh,600px)] flex-col gap-4">
        <div className="flex items-center gap-4 border-b border-line pb-4">
          <Picture
            src={agent.imageUrl}
            alt=""
            width={48}
            height={48}
            className="hexagon size-12 flex-none object-cover"
          />
          <p className="line-clamp-3 min-w-0 text-sm wrap-anywhere text-soft">{agent.description}</p>
        </div>
        <MessageList
          conversation={conversation}
          agentName={agent.name}
          onRetry={session.retry}
          className="pr-1 pb-4"
          empty={
            <p className="m-auto max-w-[36ch] text-center text-soft">
              {`Nothing said yet. Ask ${agent.name} something; this conversation ends with the dialog.`}
            </p>
          }
        />
        <Composer
          autoFocus
          agentName={agent.name}
          pending={pendingTurn(conversation) !== undefined}
          send={session.send}
        />
      </div>
    </Dialog>
  )
}
