import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Ref, Suspense, useImperativeHandle } from 'react'
import { titleOf } from '../../../../shared/chat/conversations.ts'
import { allItems } from '../../../blocks/list/list-query.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useTitle } from '../../../lib/router/title.ts'
import { optionalPart } from '../../../ui/optional-part.ts'
import { conversationQuery } from '../api/conversation-query.ts'
import type { ConversationView } from '../conversation/conversation.ts'
import { conversationListQuery } from '../history/api/conversation-list.ts'
import { HistoryButton } from '../history/history-button.tsx'
import { useFork } from '../history/use-fork.ts'

const ConversationMenu = optionalPart(() => import('../history/list/conversation-menu.tsx'))

export interface ConversationToolsHandle {
  fork: (from: ForkPoint) => void
}

/** The fork is dropped if another conversation is shown by then. */
export interface ForkPoint {
  conversationId: string
  messageId: string
}

/** Loaded only for a signed-in wallet: the list of its conversations, and the actions on the shown one. */
export default function ConversationTools(props: {
  ref: Ref<ConversationToolsHandle>
  agent: { id: string; name: string; handle: string | null }
  /** Whether the agent can be used from other programs: it is there, and this wallet may open it. */
  isThere: boolean
  stored: { id: string; view: ConversationView } | null
  viewer: string
  onNew: () => void
  onRefine: (() => void) | undefined
  /** Undefined if the agent can't be shared any more. */
  onShare: (() => void) | undefined
}) {
  const { agent, stored } = props
  const { fork } = useFork()
  const title = useConversationTitle(props.viewer, stored)
  useTitle(title ? `${title} · ${agent.name}` : agent.name)
  useImperativeHandle(props.ref, () => ({
    fork: ({ conversationId, messageId }) =>
      stored?.id === conversationId && fork({ id: stored.id, agentId: agent.id }, messageId),
  }))
  return (
    <>
      <HistoryButton
        agentId={agent.id}
        currentId={stored?.id}
        onNew={props.onNew}
        className="min-[68.75rem]:hidden"
      />
      {stored && (
        <Suspense fallback={<span className="size-11 md:size-9" />}>
          <ConversationMenu
            conversation={{ id: stored.id, agentId: agent.id, title: title ?? agent.name }}
            currentId={stored.id}
            {...(props.isThere && { agent })}
            remembers={agent}
            onRefine={props.onRefine}
            onShare={props.onShare}
          />
        </Suspense>
      )}
    </>
  )
}

/** The title comes from the cached list, or from the first words while the list does not have it. */
function useConversationTitle(
  viewer: string,
  stored: { id: string; view: ConversationView } | null,
): string | null {
  const listed = useInfiniteQuery({
    ...conversationListQuery(useApi(), viewer, {}),
    enabled: false,
    select: (data) => allItems(data).find(({ id }) => id === stored?.id)?.title,
  }).data
  const shown = useQuery({
    ...conversationQuery(useApi(), viewer, stored?.id ?? ''),
    enabled: false,
    // The first question of a long conversation may not be loaded.
    select: ({ title, earlier = 0 }) => (earlier > 0 ? title : undefined),
  }).data
  if (!stored) return null
  return listed ?? shown ?? titleOf(stored.view.turns[0]?.question.content ?? '')
}
