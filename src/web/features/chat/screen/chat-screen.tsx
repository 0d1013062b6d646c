import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Message } from '../../../../shared/chat/messages.ts'
import { takeFirstWords } from '../../../blocks/messages/first-words.ts'
import { useDelayedFlag } from '../../../lib/hooks/use-delayed-flag.ts'
import { useIsWideForPanel } from '../../../lib/hooks/use-is-wide.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useLocation, useNavigationType } from '../../../lib/router/router.tsx'
import { useTitle } from '../../../lib/router/title.ts'
import { Button } from '../../../ui/button.tsx'
import { PencilIcon, PlusIcon, ShareIcon } from '../../../ui/icons.tsx'
import { engineQuery } from '../api/engine-query.ts'
import type { ComposerHandle } from '../composer/composer.tsx'
import type { ConversationView as View } from '../conversation/conversation.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import type { Entity } from '../entity.ts'
import { optionalPart } from '../optional-part.ts'
import * as texts from '../texts.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ConversationLoading } from './chat-loading.tsx'
import type { ConversationToolsHandle, ForkPoint } from './conversation-tools.tsx'
import { ConversationView } from './conversation-view.tsx'
import { useChatConversation } from './use-chat-conversation.ts'

const HistoryPanel = optionalPart(() => import('../history/history-panel.tsx'))
const loadNoConversation = () => import('./no-conversation.tsx')
const NoConversation = optionalPart(loadNoConversation)
const ShareChat = optionalPart(() => import('../share/share-chat.tsx'))
const ConversationTools = optionalPart(() => import('./conversation-tools.tsx'))

/** A connection that is restored within this time, in milliseconds, is not shown as reconnecting. */
const RECONNECTING_MS = 700

/** The chat screen, with the stored conversations beside it (section 2). Its React key must be the entity's id. */
export function ChatScreen(props: {
  entity: Entity
  /** The conversation of the address; null starts a new one. */
  conversationId: string | null
  /** The wallet whose conversations can be shown and stored; null on a screen that stores nothing. */
  viewer: string | null
  /** Actions on the entity itself. */
  entityTools?: ReactNode
  /** Opens the editor of the entity with the messages so far; undefined if the viewer may not edit it. */
  onRefine?: ((said: readonly Message[]) => void) | undefined
}) {
  const { entity, conversationId, viewer } = props
  const engine = useQuery(engineQuery(useApi())).data
  const conversation = useChatConversation({
    agentId: entity.id,
    conversationId,
    viewer,
    greetings: entity.greetings,
  })
  const { session, view, status, keep } = conversation
  const tools = useRef<ConversationToolsHandle>(null)
  /** A fork that was requested while its code is still loading. */
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
  const [sharing, setSharing] = useState(false)
  const last = view.turns.at(-1)
  const leaf = view.pending !== null || !last ? null : (last.reply?.id ?? last.question.id)
  useEscape(view.pending !== null, () => session.stop())
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
    // The code that reports an unreachable server is loaded early, because it can't be loaded when the server is
    // unreachable.
    if (conversationId !== null) void loadNoConversation().catch(() => {})
  }, [conversationId])
  const { onRefine } = props
  const refine = onRefine && (() => onRefine(saidIn(view)))
  useFirstWords(status === 'ready' && conversationId === null ? entity.id : null, session)
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
      <section aria-label={texts.chatWith(entity.name)} className="flex min-w-0 flex-1 flex-col">
        <ChatHeader
          title={entity.title}
          subtitle={entity.subtitle}
          pictureUrl={entity.pictureUrl}
          engine={engine}
          reconnecting={reconnecting}
          notKept={keep === 'page' && said ? (viewer && session.mayBeKept ? 'not yet' : 'not') : null}
        >
          {/* A phone needs this room for the actions on a stored conversation. */}
          <span className={`flex ${said && viewer ? 'max-md:hidden' : ''}`}>
            {props.entityTools}
            {refine && (
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={texts.editNamed(entity.name)}
                title={texts.editTryOut}
                onClick={refine}
                className={headerButton}
              >
                <PencilIcon width={18} height={18} />
              </button>
            )}
            {entity.shared && (
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={texts.shareNamed(entity.name)}
                title={texts.share}
                onClick={() => setSharing(true)}
                className={headerButton}
              >
                <ShareIcon width={18} height={18} />
              </button>
            )}
          </span>
          {(said || (conversationId !== null && status !== 'missing')) && (
            <Button
              tone="quiet"
              size="small"
              className={`max-md:min-h-11 max-lg:w-11 max-lg:p-0 ${viewer ? 'min-[1100px]:hidden' : ''}`}
              onClick={onNew}
            >
              <PlusIcon width={18} height={18} className="lg:hidden" />
              <span className="max-lg:sr-only">{texts.newConversation}</span>
            </Button>
          )}
          {viewer !== null && entity.id !== null ? (
            <Suspense fallback={<span className="h-11" />}>
              <ConversationTools
                ref={attachTools}
                agent={{ id: entity.id, name: entity.name, handle: entity.handle }}
                isThere={entity.answers}
                stored={stored ? { id: session.id, view } : null}
                viewer={viewer}
                onNew={onNew}
                onRefine={refine}
                onShare={entity.shared ? () => setSharing(true) : undefined}
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
              agentName={entity.answers ? entity.name : undefined}
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
            viewer={viewer}
            draftKey={conversationId ?? `new:${entity.id ?? 'isolated'}`}
            reconnecting={reconnecting}
            keepNothing={conversation.keepNothing}
            {...(stored && { onFork: fork })}
            showsLore={stored && onRefine !== undefined && entity.hasLore}
          />
        )}
        {sharing && entity.shared && (
          <Suspense fallback={null}>
            <ShareChat
              agent={entity.shared}
              viewer={viewer}
              shown={stored ? { conversationId: session.id, leaf } : null}
              onClose={() => setSharing(false)}
            />
          </Suspense>
        )}
      </section>
    </div>
  )
}

const headerButton =
  'grid size-11 flex-none place-items-center text-muted transition-colors hover:text-text md:size-9'

/** The messages of the shown path; running and empty replies are left out with their questions. */
const saidIn = ({ greeting, turns }: Pick<View, 'greeting' | 'turns'>): Message[] => [
  ...(greeting ? [greeting.message] : []),
  ...turns.flatMap(({ question, reply }) =>
    reply && reply.state !== 'running' && reply.content.trim() !== '' ? [question, reply] : [],
  ),
]

/**
 * Asks the question that was typed on the home screen, once. If it can't be asked, its text is put into the composer.
 */
function useFirstWords(agentId: string | null, session: ConversationSession) {
  useEffect(() => {
    const first = agentId === null ? null : takeFirstWords(agentId)
    if (first && !(first.asks && session.send(first.words))) session.giveBack(first.words, texts.notSentYet)
  }, [agentId, session])
}

/** Whether the navigation to this screen asked for the focus; Back and Forward do not count. */
function useTakesFocus(): boolean {
  const { state } = useLocation()
  const type = useNavigationType()
  return type !== 'POP' && (state as { takesFocus?: boolean } | null)?.takesFocus === true
}

/** Calls `act` on Escape, unless something on top of the screen has handled the key. */
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

/** Sets the title of the tab where no stored conversation does. */
function Title({ of }: { of: string }) {
  useTitle(of)
  return null
}
