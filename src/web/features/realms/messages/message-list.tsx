import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import type { RealmAgent } from '../../../../shared/realms/realms.ts'
import { Floating, NewestButton } from '../../../blocks/messages/floating.tsx'
import { useZone } from '../../../blocks/messages/message-time.tsx'
import { useFollowNewest } from '../../../blocks/messages/use-follow-newest.ts'
import type { Zone } from '../../../lib/clock.ts'
import { Button } from '../../../ui/button.tsx'
import { column } from '../../../ui/column.ts'
import { ArrowDownIcon, CloseIcon } from '../../../ui/icons.tsx'
import { PeopleSaid } from '../../../ui/markdown/named-texts.tsx'
import type { OwnMessage, RealmHere } from '../live/realm-room.ts'
import type { MessageHandlers, Reader } from '../message/shown-message.ts'
import { MessageChunk } from './message-chunk.tsx'
import { type Chunk, chunksOf } from './message-chunks.ts'
import * as texts from './texts.ts'
import { useCurrentMessage } from './use-current-message.ts'
import { useGoTo } from './use-go-to.ts'
import { useNewAbove, useUnreadBelow } from './use-unread.ts'

/** The number of chunks at the end that are always rendered, because they change most. */
const LIVELY = 2

interface MessageListProps {
  room: RealmHere
  underway: OwnMessage | undefined
  self: string | undefined
  blocked: ReadonlySet<string>
  before: ReactNode
  empty: ReactNode
  /** Must be the same object while nothing in it changes. */
  actions: MessageHandlers
}

/** The messages of a realm, oldest first and grouped by day; the list starts at the newest one. */
export function MessageList(props: MessageListProps) {
  const { room, underway, self, actions } = props
  const { messages } = room
  const underwayId = underway?.id
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { following, toNewest, show } = useFollowNewest(scroller, content)
  useEffect(() => {
    // The list scrolls to a message that the viewer has just sent, from any position.
    if (underwayId !== undefined) toNewest()
  }, [underwayId, toNewest])
  const { goTo, searching, cancel } = useGoTo({ list: scroller, messages, earlier: room.earlier, show })
  const reader = useReader({ room, self, blocked: props.blocked, actions, goTo })
  const { chosen, onKeyDown } = useCurrentMessage(scroller, messages)
  useMarkRead(room, following)
  const unread = useUnreadBelow(messages, following, self)
  const newAbove = useNewAbove(scroller, messages, room.firstNew)
  /** Messages up to this number, and earlier pages, do not count as newly arrived. */
  const [openedAt] = useState(messages.at(-1)?.number ?? 0)
  const zone = useZone()
  const chunks = useChunks({ messages, underway, zone, firstNew: room.firstNew })
  const current =
    chosen ??
    messages.findLast(
      ({ kind, removed, withheld, author }) =>
        kind !== 'go-on' && !removed && !withheld && !props.blocked.has(author),
    )?.id
  const isEmpty = chunks.length === 0
  const toList = () => scroller.current?.focus({ preventScroll: true })
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={texts.messages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        tabIndex={0}
        className="flex h-full flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
        onKeyDown={onKeyDown}
      >
        <div
          ref={content}
          className={`${column} flex flex-none flex-col py-7 ${isEmpty ? 'min-h-full' : ''}`}
        >
          {isEmpty ? props.empty : props.before}
          <PeopleSaid texts={messages.flatMap((one) => (one.kind === 'said' ? [one.content] : []))}>
            {chunks.map((chunk, index) => (
              <MessageChunk
                key={chunk.key}
                chunk={chunk}
                reader={reader}
                zone={zone}
                openedAt={openedAt}
                current={chunk.made.from.some(({ id }) => id === current) ? current : undefined}
                settled={index < chunks.length - LIVELY}
              />
            ))}
          </PeopleSaid>
        </div>
      </div>
      {searching ? (
        <SearchingNote cancel={cancel} />
      ) : (
        newAbove > 0 && <NewAboveButton count={newAbove} onPress={() => goTo(room.firstNew ?? 1)} />
      )}
      {!following && !isEmpty && (
        <NewestButton
          onPress={() => {
            toList() // the button goes once the newest is in view
            toNewest()
          }}
        >
          {unread > 0 && <UnreadCount count={unread} />}
        </NewestButton>
      )}
    </div>
  )
}

function SearchingNote({ cancel }: { cancel: () => void }) {
  return (
    <Floating edge="top">
      <div
        role="status"
        className="panel hairline cut flex animate-fade items-center bg-raised pl-4 text-sm [--cut:10px]"
      >
        {texts.loadingMessage}
        <button
          type="button"
          aria-label={texts.stayHere}
          className="grid size-11 place-items-center text-soft hover:text-text"
          onClick={cancel}
        >
          <CloseIcon width={16} height={16} />
        </button>
      </div>
    </Floating>
  )
}

function NewAboveButton({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <Floating edge="top">
      <Button size="small" className="animate-fade bg-raised max-md:min-h-11" onClick={onPress}>
        <ArrowDownIcon width={16} height={16} className="rotate-180" />
        {count === 1 ? texts.oneNew : texts.manyNew(count.toLocaleString('en-US'))}
      </Button>
    </Floating>
  )
}

function UnreadCount({ count }: { count: number }) {
  return (
    <>
      <span className="sr-only">{texts.unreadAside(String(count))}</span>
      <span aria-hidden="true" className="-mr-1 min-w-5 bg-cyan px-1.5 py-0.5 text-ink tabular-nums">
        {count > 99 ? '99+' : count}
      </span>
    </>
  )
}

/** Unchanged chunks stay the same objects. */
function useChunks(options: {
  messages: readonly RealmMessage[]
  underway: OwnMessage | undefined
  zone: Zone
  firstNew: number | undefined
}): readonly Chunk[] {
  const { messages, underway, zone, firstNew } = options
  const [memory] = useState<{ chunks: readonly Chunk[] }>(() => ({ chunks: [] }))
  const own = useMemo(() => underway && { ...underway, kind: 'underway' as const }, [underway])
  return useMemo(() => {
    const shown = own && messages.every(({ id }) => id !== own.id) ? [...messages, own] : messages
    memory.chunks = chunksOf(shown, { zone, firstNew }, memory.chunks)
    return memory.chunks
  }, [messages, own, zone, firstNew, memory])
}

/** How long a realm must be shown before it counts as opened, in milliseconds. */
const LOOKED_AT_MS = 1_000

/** Stores how far a realm was read: up to its newest message, while that is visible in a visible page. */
function useMarkRead({ messages, markRead }: RealmHere, following: boolean): void {
  const newest = messages.at(-1)?.number ?? 0
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    // What was new on opening must be determined before anything is marked as read.
    const timer = setTimeout(() => setOpened(true), LOOKED_AT_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!opened || !following) return
    const mark = () => {
      if (document.visibilityState === 'visible') markRead(newest)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [opened, following, newest, markRead])
}

/** The viewer of a realm; the same object while nothing changes that a message shows. */
function useReader(options: {
  room: Pick<RealmHere, 'realm' | 'muted' | 'gone'>
  self: string | undefined
  blocked: ReadonlySet<string>
  actions: MessageHandlers
  goTo: (number: number) => void
}): Reader {
  const { room, self, blocked, actions, goTo } = options
  const { muted, gone } = room
  const leads = self !== undefined && self === room.realm.createdBy && !gone
  const agents = useRoster(room.realm.agents)
  return useMemo(
    () => ({
      self,
      mayWrite: self !== undefined && !muted && !gone,
      leads,
      gone,
      agents,
      blocked,
      actions,
      goTo,
    }),
    [self, muted, gone, leads, agents, blocked, actions, goTo],
  )
}

/** The object is stable, although the realm is sent again with every turn of an agent. */
function useRoster(agents: readonly RealmAgent[]): readonly RealmAgent[] {
  const [known, setKnown] = useState(agents)
  const same =
    known.length === agents.length &&
    known.every((one, index) => {
      const other = agents[index]
      return one.id === other?.id && one.name === other.name && one.imageUrl === other.imageUrl
    })
  if (same) return known
  setKnown(agents)
  return agents
}
