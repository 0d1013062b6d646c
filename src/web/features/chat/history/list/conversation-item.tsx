import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import { LastUsed, Row, RowPicture, RowTitle } from '../../../../blocks/list/row.tsx'
import { changeFocus } from '../../../../lib/change-focus.ts'
import { arrowLink } from '../../../../lib/hooks/use-arrow-links.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { MarkedText } from '../../../../ui/marked-text.tsx'
import * as texts from '../../texts.tsx'
import { addressOf } from '../api/conversation-list.ts'

const ConversationMenu = lazyPart(() => import('./conversation-menu.tsx'))
const RenameConversation = lazyPart(() => import('./rename-conversation.tsx'))

interface Props {
  conversation: ConversationSummary
  currentId: string | undefined
  query: string
  heading: ReactNode
  withWords: boolean
  isNew: boolean
  onOpen: (() => void) | undefined
  onDeleted: () => void
}

export function ConversationItem(props: Props) {
  const { conversation, currentId, query } = props
  const [renaming, setRenaming] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const current = conversation.id === currentId
  const endRenaming = () =>
    changeFocus(
      () => setRenaming(false),
      () => link.current,
      { preventScroll: true },
    )
  const title = (
    <RowTitle
      current={current}
      bright={current || props.isNew}
      link={{
        ref: link,
        to: addressOf(conversation),
        title: conversation.title,
        ...arrowLink,
        onClick: props.onOpen,
      }}
    >
      <MarkedText text={conversation.title} query={query} />
    </RowTitle>
  )
  return (
    <Row current={current} heading={props.heading}>
      <RowPicture src={conversation.agentImageUrl} answers={conversation.agentAnswers} />
      <div className={`min-w-0 flex-1 ${renaming ? 'pr-3' : ''}`}>
        {renaming ? (
          <Suspense fallback={title}>
            <RenameConversation conversation={conversation} onDone={endRenaming} />
          </Suspense>
        ) : (
          title
        )}
        <div
          className={`flex flex-wrap items-center gap-x-3 text-13 leading-[1.5] text-muted ${renaming ? 'mt-3' : 'mt-1'}`}
        >
          <p className="flex min-w-0 gap-1.5">
            <span className="truncate" title={conversation.agentName}>
              {conversation.agentName}
            </span>
            {conversation.state !== 'running' && <LastUsed at={conversation.updatedAt} />}
          </p>
          <ConversationMark of={conversation} isNew={props.isNew} />
        </div>
        {/* The title is made from the first words, so an excerpt that equals it is not repeated. */}
        {conversation.excerpt && query && conversation.excerpt !== conversation.title ? (
          <p className="mt-1.5 line-clamp-3 text-13 leading-normal wrap-anywhere text-soft">
            <MarkedText text={conversation.excerpt} query={query} />
          </p>
        ) : (
          props.withWords && <NewestWords of={conversation} />
        )}
      </div>
      {!renaming && (
        <Suspense fallback={<span className="size-11 flex-none md:size-9" />}>
          <ConversationMenu
            conversation={conversation}
            currentId={currentId}
            onRename={() => setRenaming(true)}
            onDeleted={props.onDeleted}
          />
        </Suspense>
      )}
    </Row>
  )
}

/** The beginning of the newest reply, or the end of a running one. */
function NewestWords({ of: { newestWords, state } }: { of: ConversationSummary }) {
  if (!newestWords) return null
  if (state !== 'running') return <p className="mt-1 truncate text-13 text-soft">{newestWords}</p>
  return (
    // Right-to-left truncation cuts off the older words.
    <p dir="rtl" className="mt-1 truncate text-left text-13 text-soft">
      <bdi>{newestWords}</bdi>
    </p>
  )
}

/** Null if the state is not worth showing. */
function ConversationMark({ of, isNew }: { of: ConversationSummary; isNew: boolean }) {
  const { state, newestWords } = of
  if (state === 'running')
    return (
      <Mark className="text-magenta" dot="dot-live animate-pulse-soft [--hue:var(--color-magenta)]">
        {texts.replying}
      </Mark>
    )
  if (state === 'failed' || state === 'interrupted')
    return (
      <Mark className="text-warning" dot="[--hue:var(--color-warning)]">
        {newestWords ? texts.brokenOff : texts.notAnswered}
      </Mark>
    )
  if (state === 'waiting')
    return (
      <Mark className="text-warning" dot="[--hue:var(--color-warning)]">
        {texts.waitsForYou}
      </Mark>
    )
  if (!isNew) return null
  return (
    <Mark className="text-cyan" dot="[--hue:var(--color-cyan)]">
      {texts.newAction}
    </Mark>
  )
}

function Mark(props: { className: string; dot: string; children: string }) {
  return (
    <p className={`flex flex-none items-center gap-1.5 ${props.className}`}>
      <span aria-hidden="true" className={`dot ${props.dot}`} />
      {props.children}
    </p>
  )
}
