import type { ReactNode, RefObject } from 'react'
import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { LOADING_SKELETONS } from '../../../../../shared/common/limits.ts'
import { Button } from '../../../../ui/button.tsx'
import { LoadMore } from '../../../../ui/load-more.tsx'
import { ConversationItem, ConversationSkeleton } from './conversation-item.tsx'
import type { ConversationList } from './use-conversation-list.ts'
import { useNewReplies } from './use-new-replies.ts'

/** A wallet's conversations, or what stands in their place. */
export function Conversations(props: {
  list: ConversationList
  /** What was searched for. */
  query: string
  currentId?: string | undefined
  /** Shown where there is none. */
  none: ReactNode
  onOpen?: () => void
  onClearSearch: () => void
  /** Takes the focus where a conversation was deleted. */
  heading: RefObject<HTMLElement | null>
  /** Shows what was said last. */
  withWords?: boolean
  className?: string
}) {
  const { list, query, withWords = false } = props
  const fresh = useNewReplies(props.currentId)
  const refreshing = list.state === 'full' && list.refreshing
  return (
    <>
      <p role="status" className="sr-only">
        {announcement(list)}
      </p>
      <p role="status" className="sr-only">
        {list.state === 'full' && newReply(list.conversations.find(({ id }) => fresh.has(id)))}
      </p>
      {(list.state === 'loading' || list.state === 'full') && (
        <ul
          aria-label="Conversations"
          aria-busy={list.state === 'loading' || refreshing}
          className={`transition-opacity duration-200 ${refreshing ? 'opacity-55' : ''} ${props.className ?? ''}`}
        >
          {list.state === 'loading'
            ? Array.from({ length: LOADING_SKELETONS }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
                <ConversationSkeleton key={index} withWords={withWords} />
              ))
            : list.conversations.map((conversation) => (
                <ConversationItem
                  key={conversation.id}
                  conversation={conversation}
                  currentId={props.currentId}
                  query={query}
                  withWords={withWords}
                  isNew={fresh.has(conversation.id)}
                  onOpen={props.onOpen}
                  onDeleted={() => props.heading.current?.focus({ preventScroll: true })}
                />
              ))}
        </ul>
      )}
      {list.state === 'full' && list.more && (
        <LoadMore onLoad={list.more.load} loading={list.more.loading} problem={list.more.problem} />
      )}
      {list.state === 'empty' &&
        (query ? (
          <Instead
            text="No conversation has these words. Try fewer letters."
            action="Clear the search"
            onAction={props.onClearSearch}
          />
        ) : (
          props.none
        ))}
      {list.state === 'failed' && (
        <div role="alert">
          <Instead
            text={`The conversations did not arrive. ${list.problem}`}
            action="Try again"
            onAction={list.retry}
          />
        </div>
      )}
    </>
  )
}

function Instead(props: { text: string; action: string; onAction: () => void }) {
  return (
    <div className="grid justify-items-start gap-4 px-3 py-6">
      <p className="max-w-[46ch] text-sm text-soft">{props.text}</p>
      <Button size="small" className="max-md:min-h-11" onClick={props.onAction}>
        {props.action}
      </Button>
    </div>
  )
}

/** What it hears when a reply has come to its end elsewhere. */
function newReply(conversation: ConversationSummary | undefined): string {
  return conversation ? `${conversation.agentName} has answered in “${conversation.title}”.` : ''
}

/** What a screen reader hears when the list has changed. */
function announcement(list: ConversationList): string {
  switch (list.state) {
    case 'loading':
      return 'Loading conversations'
    case 'failed':
      return ''
    case 'empty':
      return 'No conversations.'
    case 'full': {
      const count = list.conversations.length
      if (list.refreshing) return ''
      return `${count} ${count === 1 ? 'conversation' : 'conversations'}${list.more ? ' so far, and more below' : ''}.`
    }
  }
}
