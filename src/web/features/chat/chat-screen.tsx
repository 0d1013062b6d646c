import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react'
import { useDelayedFlag } from '../../lib/hooks/use-delayed-flag.ts'
import { useIsWideForPanel } from '../../lib/hooks/use-is-wide.ts'
import { useApi } from '../../lib/http/api.ts'
import { useLocation, useNavigationType } from '../../lib/router/router.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { engineQuery } from './api/engine-query.ts'
import { ChatHeader } from './chat-header.tsx'
import { ConversationLoading } from './chat-loading.tsx'
import type { ComposerHandle } from './composer/composer.tsx'
import type { ConversationToolsHandle, ForkPoint } from './conversation-tools.tsx'
import { ConversationView } from './conversation-view.tsx'
import type { Entity } from './entity.ts'
import { optionalPart } from './optional-part.ts'
import { useChatConversation } from './use-chat-conversation.ts'

const HistoryPanel = optionalPart(() => import('./history/history-panel.tsx'))
const loadNoConversation = () => import('./no-conversation.tsx')
const NoConversation = optionalPart(loadNoConversation)
const ConversationTools = optionalPart(() => import('./conversation-tools.tsx'))

/** A connection that is back within this time, in milliseconds, was never away. */
const RECONNECTING_MS = 700

/** Section 2: the chat screen, with the stored conversations beside it. Give it the entity's id as its key. */
export function ChatScreen(props: {
  entity: Entity
  /** The conversation of the address; without one a new one begins. */
  conversationId: string | null
  /** Whose conversations can be shown and stored; a screen that stores nothing gives none. */
  viewer: string | null
  /** What can be done with the entity itself, whatever was said. */
  entityTools?: ReactNode
}) {
  const { entity, conversationId, viewer } = props
  const engine = useQuery(engineQuery(useApi())).data
  const conversation = useChatConversation({ agentId: entity.id, conversationId, viewer })
  const { session, view, status, keep } = conversation
  const tools = useRef<ConversationToolsHandle>(null)
  /** What a fork is wished from whose code is still on its way. */
  const forkFrom = useRef<ForkPoint>(null)
  const attachTools = useCallback((handle: ConversationToolsHandle | null) => {
    tools.current = handle
    if (!handle || !forkFrom.current) return
    handle.fork(forkFrom.current)
    forkFrom.current = null
  }, [])
  const fork = (messageId: string) => {
    const from = { conversationId: session.id, messageId }
    if (tools.current) tools.current.fork(from)
    else forkFrom.current = from
  }
  const composer = useRef<ComposerHandle>(null)
  const reconnecting = useDelayedFlag(view.connection === 'reconnecting', RECONNECTING_MS)
  const said = view.turns.length > 0
  const stored = keep === 'server' && said && session.isStored() && entity.id !== null
  const hasRoom = useIsWideForPanel()
  useEscape(view.pending !== null, session.stop)
  const beginning = useRef(useTakesFocus())
  const onNew = () => {
    beginning.current = true
    conversation.begin()
  }
  const { viewKey } = conversation
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new conversation begins with writing
  useEffect(() => {
    if (conversationId !== null || said || !beginning.current) return
    beginning.current = false
    composer.current?.focus()
  }, [viewKey, conversationId, said])
  useEffect(() => {
    // Ahead of its use: what says that the server can't be reached can't be asked for then.
    if (conversationId !== null) void loadNoConversation().catch(() => {})
  }, [conversationId])
  const currentId = conversationId ?? (stored ? session.id : undefined)
  return (
    <div
      className={`mx-auto flex h-[calc(100dvh-var(--header-height)-1px)] min-h-80 ${viewer ? 'min-[1100px]:max-w-(--measure)' : ''}`}
    >
      {viewer && (
        <aside className="w-[280px] flex-none border-r border-line pt-5 pr-2 pl-5 max-[1099px]:hidden">
          {hasRoom && (
            <Suspense>
              <HistoryPanel agentId={entity.id} currentId={currentId} onNew={onNew} />
            </Suspense>
          )}
        </aside>
      )}
      <section aria-label={`Chat with ${entity.name}`} className="flex min-w-0 flex-1 flex-col">
        <ChatHeader
          title={entity.title}
          subtitle={entity.subtitle}
          pictureUrl={entity.pictureUrl}
          engine={engine}
          reconnecting={reconnecting}
          notKept={keep === 'page' && said ? (viewer && session.mayBeKept ? 'not yet' : 'not') : null}
        >
          {/* On a phone what can be done with a stored conversation needs the room. */}
          <span className={`flex ${said && viewer ? 'max-md:hidden' : ''}`}>{props.entityTools}</span>
          {(said || (conversationId !== null && status !== 'missing')) && (
            <Button
              tone="quiet"
              size="small"
              className={`max-md:min-h-11 max-md:w-11 max-md:p-0 ${viewer ? 'min-[1100px]:hidden' : ''}`}
              onClick={onNew}
            >
              <PlusIcon width={18} height={18} className="md:hidden" />
              <span className="max-md:sr-only">New conversation</span>
            </Button>
          )}
          {viewer !== null && entity.id !== null ? (
            <Suspense fallback={<span className="h-11" />}>
              <ConversationTools
                ref={attachTools}
                agent={{ id: entity.id, name: entity.name }}
                stored={stored ? { id: session.id, view } : null}
                viewer={viewer}
                onNew={onNew}
              />
            </Suspense>
          ) : (
            <Title of={entity.title} />
          )}
        </ChatHeader>
        {status === 'loading' && <ConversationLoading />}
        {(status === 'missing' || status === 'unreachable') && (
          <Suspense>
            <NoConversation
              why={status}
              agentId={entity.id ?? ''}
              viewer={viewer}
              retry={conversation.reload}
            />
          </Suspense>
        )}
        {status === 'ready' && (
          <ConversationView
            key={viewKey}
            ref={composer}
            entity={entity}
            session={session}
            view={view}
            engine={engine}
            draftKey={conversationId ?? `new:${entity.id ?? 'isolated'}`}
            reconnecting={reconnecting}
            keepNothing={conversation.keepNothing}
            {...(stored && { onFork: fork })}
          />
        )}
      </section>
    </div>
  )
}

/** Whether the person came here to write; coming back is no such wish. */
function useTakesFocus(): boolean {
  const { state } = useLocation()
  const type = useNavigationType()
  return type !== 'POP' && (state as { takesFocus?: boolean } | null)?.takesFocus === true
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

/** Names the tab where no stored conversation does. */
function Title({ of }: { of: string }) {
  useTitle(of)
  return null
}
