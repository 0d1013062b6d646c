import type { ReactNode, RefObject } from 'react'
import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { FailedNote, ListNote } from '../../../../blocks/list/instead.tsx'
import { ListView, Skeletons } from '../../../../blocks/list/list-view.tsx'
import { KeptSkeleton } from '../../../../blocks/list/row.tsx'
import { counted } from '../../../../lib/counted.ts'
import * as texts from '../../texts.tsx'
import { ConversationItem } from './conversation-item.tsx'
import type { ConversationList } from './use-conversation-list.ts'
import { useNewReplies } from './use-new-replies.ts'
import { NoHeading, UsedWhen } from './used-when.tsx'

interface Props {
  list: ConversationList
  query: string
  currentId?: string | undefined
  none: ReactNode
  onOpen?: () => void
  onClearSearch: () => void
  /** Takes the focus after a conversation was deleted. */
  heading: RefObject<HTMLElement | null>
  withWords?: boolean
  className?: string
}

export function Conversations(props: Props) {
  const { list, query, withWords = false } = props
  const fresh = useNewReplies(props.currentId)
  return (
    <>
      <p role="status" className="sr-only">
        {list.state === 'full' && newReply(list.items.find(({ id }) => fresh.has(id)))}
      </p>
      <ListView
        list={list}
        as="ul"
        label={texts.conversations}
        {...(props.className && { className: props.className })}
        words={{
          loading: texts.loadingConversations,
          empty: texts.noConversations,
          count: ({ length }) => counted(length, 'conversation'),
        }}
        loading={<Loading headed={!query} withWords={withWords} />}
        empty={query ? <NothingFound onClear={props.onClearSearch} /> : props.none}
        failed={(failure) => (
          <FailedNote className="px-3 py-6" what={texts.conversationsCouldNotLoaded} failure={failure} />
        )}
      >
        {(conversations) =>
          conversations.map((conversation, index) => (
            <ConversationItem
              key={conversation.id}
              conversation={conversation}
              currentId={props.currentId}
              query={query}
              heading={
                !query && (
                  <UsedWhen
                    at={conversation.updatedAt}
                    before={conversations[index - 1]?.updatedAt}
                    asOf={list.asOf}
                  />
                )
              }
              withWords={withWords}
              isNew={fresh.has(conversation.id)}
              onOpen={props.onOpen}
              onDeleted={() => props.heading.current?.focus({ preventScroll: true })}
            />
          ))
        }
      </ListView>
    </>
  )
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <ListNote className="px-3 py-6" action={{ label: texts.clearSearch, onClick: onClear }}>
    {texts.noConversationContainsTheseWords}
  </ListNote>
)

const Loading = ({ headed, withWords }: { headed: boolean; withWords: boolean }) => (
  <>
    {headed && <NoHeading />}
    <Skeletons of={<KeptSkeleton withWords={withWords} />} />
  </>
)

/** The text that a screen reader announces when a reply has ended in another conversation. */
function newReply(conversation: ConversationSummary | undefined): string {
  return conversation ? `${conversation.agentName} has answered in “${conversation.title}”.` : ''
}
