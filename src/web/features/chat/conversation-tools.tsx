import { useInfiniteQuery } from '@tanstack/react-query'
import { type Ref, Suspense, useImperativeHandle } from 'react'
import { titleOf } from '../../../shared/chat/conversations.ts'
import { allItems } from '../../blocks/list/list-query.ts'
import { useApi } from '../../lib/http/api.ts'
import { useTitle } from '../../lib/router/title.ts'
import type { ConversationView } from './conversation/conversation.ts'
import { conversationListQuery } from './history/api/conversation-list.ts'
import { HistoryButton } from './history/history-button.tsx'
import { useFork } from './history/use-fork.ts'
import { optionalPart } from './optional-part.ts'

const ConversationMenu = optionalPart(() => import('./history/list/conversation-menu.tsx'))

/** What the rest of the screen may ask of a conversation's tools. */
export interface ConversationToolsHandle {
  fork: (from: ForkPoint) => void
}

/** Where a fork begins: nothing comes of it once another conversation is shown. */
export interface ForkPoint {
  conversationId: string
  messageId: string
}

/**
 * What a signed-in wallet has at its conversations, and nobody else loads: the list of them, and what can be done with
 * the shown one.
 */
export default function ConversationTools(props: {
  ref: Ref<ConversationToolsHandle>
  agent: { id: string; name: string }
  /** The shown conversation, where it is stored. */
  stored: { id: string; view: ConversationView } | null
  viewer: string
  onNew: () => void
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
        className="min-[1100px]:hidden"
      />
      {stored && (
        <Suspense fallback={<span className="size-11 md:size-9" />}>
          <ConversationMenu
            conversation={{ id: stored.id, agentId: agent.id, title: title ?? agent.name }}
            currentId={stored.id}
          />
        </Suspense>
      )}
    </>
  )
}

/**
 * What a stored conversation is called: as the list knows it, or by its first words until the list does. Never asks by
 * itself.
 */
function useConversationTitle(
  viewer: string,
  stored: { id: string; view: ConversationView } | null,
): string | null {
  const listed = useInfiniteQuery({
    ...conversationListQuery(useApi(), viewer, {}),
    enabled: false,
    select: (data) => allItems(data).find(({ id }) => id === stored?.id)?.title,
  }).data
  if (!stored) return null
  return listed ?? titleOf(stored.view.turns[0]?.question.content ?? '')
}
