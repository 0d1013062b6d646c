import { lazy, Suspense, useRef, useState } from 'react'
import type { ConversationSummary } from '../../../../../shared/chat/conversations.ts'
import type { ReplyState } from '../../../../../shared/chat/messages.ts'
import { arrowLink } from '../../../../lib/hooks/use-arrow-links.ts'
import { useMinute } from '../../../../lib/hooks/use-minute.ts'
import { lastUsed } from '../../../../lib/last-used.ts'
import { Link } from '../../../../lib/router/router.tsx'
import { MarkedText } from '../../../../ui/marked-text.tsx'
import { Picture } from '../../../../ui/picture/picture.tsx'

const ConversationMenu = lazy(() => import('./conversation-menu.tsx'))
const RenameForm = lazy(() => import('./rename-form.tsx'))

/** One conversation of the list: all of it is the link of its title; its menu lies above that link. */
export function ConversationItem(props: {
  conversation: ConversationSummary
  currentId: string | undefined
  /** What was searched for. */
  query: string
  /** Shows what was said last, or what a search found. */
  withWords: boolean
  isNew: boolean
  onOpen: (() => void) | undefined
  onDeleted: () => void
}) {
  const { conversation, currentId, query } = props
  const [renaming, setRenaming] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const current = conversation.id === currentId
  const endRenaming = () => {
    setRenaming(false)
    // The title is there again once this has been drawn.
    window.setTimeout(() => link.current?.focus({ preventScroll: true }))
  }
  return (
    <li
      className={`relative flex items-start gap-3 py-3 pl-3 transition-colors duration-200 ${current ? 'bg-cyan/8' : 'focus-within:bg-cyan/4 hover:bg-cyan/4'}`}
    >
      <Picture
        src={conversation.agentImageUrl}
        alt=""
        width={36}
        height={36}
        loading="lazy"
        className={`hexagon mt-0.5 size-9 flex-none object-cover ${conversation.agentAnswers ? '' : 'opacity-50 grayscale'}`}
      />
      <div className={`min-w-0 flex-1 ${renaming ? 'pr-3' : ''}`}>
        {renaming ? (
          <Suspense fallback={null}>
            <RenameForm conversation={conversation} onDone={endRenaming} />
          </Suspense>
        ) : (
          <p className="line-clamp-2 text-[14.5px] leading-[1.4] wrap-anywhere">
            <Link
              ref={link}
              to={`/chat/${conversation.agentId}/${conversation.id}`}
              title={conversation.title}
              {...(current && { 'aria-current': 'page' })}
              {...arrowLink}
              onClick={props.onOpen}
              className={`outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-cyan ${current || props.isNew ? 'text-text' : 'text-soft'}`}
            >
              <MarkedText text={conversation.title} query={query} />
            </Link>
          </p>
        )}
        <div
          className={`flex flex-wrap items-center gap-x-3 text-[12.5px] leading-[1.5] text-muted ${renaming ? 'mt-3' : 'mt-1'}`}
        >
          <p className="flex min-w-0 gap-1.5">
            <span className="truncate" title={conversation.agentName}>
              {conversation.agentName}
            </span>
            {conversation.state !== 'running' && <LastUsed at={conversation.updatedAt} />}
          </p>
          <ConversationMark state={conversation.state} isNew={props.isNew} />
        </div>
        {/* A title is made from the first words that were said, and says them already. */}
        {conversation.excerpt && query && conversation.excerpt !== conversation.title ? (
          <p className="mt-1.5 line-clamp-3 text-[13px] leading-normal wrap-anywhere text-soft">
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
    </li>
  )
}

/** How the newest reply begins; of one that runs, the end of what has come so far. */
function NewestWords({ of: { newestWords, state } }: { of: ConversationSummary }) {
  if (!newestWords) return null
  if (state !== 'running') return <p className="mt-1 truncate text-[13px] text-soft">{newestWords}</p>
  return (
    // Written from the right, so that it is the older words that are cut away.
    <p dir="rtl" className="mt-1 truncate text-left text-[13px] text-soft">
      <bdi>{newestWords}</bdi>
    </p>
  )
}

function LastUsed({ at }: { at: string }) {
  const minute = useMinute()
  if (minute === null) return null
  const date = new Date(at)
  return (
    <>
      <span aria-hidden="true">·</span>
      <time dateTime={at} title={date.toLocaleString('en-US')} className="flex-none tabular-nums">
        {lastUsed(date, new Date())}
      </time>
    </>
  )
}

/** Has the shape of a conversation of the list, so that nothing jumps when it comes. */
export function ConversationSkeleton({ withWords }: { withWords: boolean }) {
  return (
    <li aria-hidden="true" className="flex items-start gap-3 py-3 pl-3">
      <div className="skeleton hexagon mt-0.5 size-9 flex-none" />
      <div className="min-w-0 flex-1 py-1">
        <div className="skeleton h-3.5 w-4/5" />
        <div className="skeleton mt-2.5 h-3 w-2/5" />
        {withWords && <div className="skeleton mt-2.5 h-3 w-3/4" />}
      </div>
    </li>
  )
}

/** How a conversation's newest reply is, where that is worth a word. */
function ConversationMark({ state, isNew }: { state: ReplyState; isNew: boolean }) {
  if (state === 'running')
    return (
      <Mark className="text-magenta" dot="dot-live animate-pulse-soft [--hue:var(--color-magenta)]">
        Replying
      </Mark>
    )
  if (state === 'failed' || state === 'interrupted')
    return (
      <Mark className="text-warning" dot="[--hue:var(--color-warning)]">
        Not answered
      </Mark>
    )
  if (!isNew) return null
  return (
    <Mark className="text-cyan" dot="[--hue:var(--color-cyan)]">
      New
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
