import { type ReactNode, type Ref, Suspense, useEffect, useImperativeHandle, useState } from 'react'
import { useTitle } from '../../../lib/router/title.ts'
import { Button } from '../../../ui/button.tsx'
import { PencilIcon, PlusIcon, ShareIcon } from '../../../ui/icons.tsx'
import { optionalPart } from '../../../ui/optional-part.ts'
import type { Entity } from '../entity.ts'
import { contextOf } from '../long/context-of.ts'
import { ContextGauge } from '../long/load-long.ts'
import * as texts from '../texts.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ConversationLoading } from './chat-loading.tsx'
import { ConversationView } from './conversation-view.tsx'
import { HeadModel } from './head-model.tsx'
import { type ChatScreenInput, type ChatScreenState, useChatScreen } from './use-chat-screen.ts'

const loadNoConversation = () => import('./no-conversation.tsx')
const NoConversation = optionalPart(loadNoConversation)
const ShareChat = optionalPart(() => import('../share/share-chat.tsx'))
const ConversationTools = optionalPart(() => import('./conversation-tools.tsx'))

type Props = ChatScreenInput & {
  entityTools?: ReactNode
}

/** Its React key must be the entity's id. @param ref begins a new conversation */
export function ChatScreen({ ref, ...props }: Props & { ref?: Ref<() => void> }) {
  const { entity, conversationId, viewer } = props
  const chat = useChatScreen(props)
  useImperativeHandle(ref, () => chat.onNew)
  const [sharing, setSharing] = useState(false)
  const share = entity.shared ? () => setSharing(true) : undefined
  useEffect(() => {
    // This code can't be loaded any more when the server is unreachable.
    if (conversationId !== null) void loadNoConversation().catch(() => {})
  }, [conversationId])
  return (
    <section aria-label={texts.chatWith(entity.name)} className="flex min-w-0 flex-1 flex-col">
      <Head {...props} chat={chat} share={share} />
      <Shown {...props} chat={chat} />
      {sharing && entity.shared && (
        <Suspense fallback={null}>
          <ShareChat
            agent={entity.shared}
            viewer={viewer}
            shown={chat.stored ? { conversationId: chat.session.id, leaf: chat.leaf } : null}
            onClose={() => setSharing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

function Head(props: Props & { chat: ChatScreenState; share: (() => void) | undefined }) {
  const { entity, conversationId, viewer, chat, share } = props
  const { session, said, refine, onNew } = chat
  return (
    <ChatHeader
      title={entity.title}
      subtitle={entity.subtitle}
      pictureUrl={entity.pictureUrl}
      model={<AnsweringModel entity={entity} chat={chat} />}
      answers={entity.answers}
      reconnecting={chat.reconnecting}
      notKept={chat.keep === 'page' && said ? (viewer && session.mayBeKept ? 'not yet' : 'not') : null}
    >
      {/* A phone needs this room for the actions on a stored conversation. */}
      <span className={`flex ${said && viewer ? 'max-md:hidden' : ''}`}>
        {props.entityTools}
        {refine && (
          <HeadButton label={texts.editNamed(entity.name)} title={texts.editTryOut} onClick={refine}>
            <PencilIcon width={18} height={18} />
          </HeadButton>
        )}
        {share && (
          <HeadButton label={texts.shareNamed(entity.name)} title={texts.share} onClick={share}>
            <ShareIcon width={18} height={18} />
          </HeadButton>
        )}
      </span>
      {(said || (conversationId !== null && chat.status !== 'missing' && chat.status !== 'signed-out')) && (
        <Button
          tone="quiet"
          size="small"
          className={`max-md:min-h-11 max-lg:w-11 max-lg:p-0 ${viewer ? 'min-[68.75rem]:hidden' : ''}`}
          onClick={onNew}
        >
          <PlusIcon width={18} height={18} className="lg:hidden" />
          <span className="max-lg:sr-only">{texts.newConversation}</span>
        </Button>
      )}
      {viewer !== null && entity.id !== null ? (
        <Suspense fallback={<span className="h-11" />}>
          <ConversationTools
            ref={chat.attachTools}
            agent={{ id: entity.id, name: entity.name, handle: entity.handle }}
            isThere={entity.answers}
            stored={chat.stored ? { id: session.id, view: chat.view } : null}
            viewer={viewer}
            onNew={onNew}
            onRefine={refine}
            onShare={share}
          />
        </Suspense>
      ) : (
        <Title of={entity.title} />
      )}
    </ChatHeader>
  )
}

function AnsweringModel({ entity, chat }: { entity: Entity; chat: ChatScreenState }) {
  const agent = { id: entity.id, name: entity.name }
  return (
    <div className="flex min-w-0 max-w-full items-center justify-between gap-x-3 max-md:flex-auto">
      {entity.answers && (
        <HeadModel engine={chat.engine} agent={agent} session={chat.session} modelRef={chat.view.modelRef} />
      )}
      <Context session={chat.session} view={chat.view} />
    </div>
  )
}

function Context({ session, view }: Pick<ChatScreenState, 'session' | 'view'>) {
  const context = contextOf(view)
  if (!context) return null
  return (
    <Suspense fallback={<span className="h-5 w-16" />}>
      <ContextGauge session={session} context={context} storyAt={view.story?.through ?? null} />
    </Suspense>
  )
}

function HeadButton(props: { label: string; title: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={props.label}
      title={props.title}
      onClick={props.onClick}
      className="grid size-11 flex-none place-items-center text-muted transition-colors hover:text-text md:size-9"
    >
      {props.children}
    </button>
  )
}

function Shown(props: Props & { chat: ChatScreenState }) {
  const { entity, conversationId, viewer, chat } = props
  const { status } = chat
  switch (status) {
    case 'loading':
      return <ConversationLoading />
    case 'missing':
    case 'signed-out':
    case 'unreachable':
      return (
        <Suspense>
          <NoConversation
            why={status}
            agentId={entity.id ?? ''}
            conversationId={chat.session.id}
            agentName={entity.answers ? entity.name : undefined}
            viewer={viewer}
            retry={chat.reload}
          />
        </Suspense>
      )
    case 'ready':
      return (
        <ConversationView
          key={chat.viewKey}
          ref={chat.composer}
          entity={entity}
          session={chat.session}
          view={chat.view}
          engine={chat.engine}
          viewer={viewer}
          draftKey={conversationId ?? draftKeyOf(entity)}
          reconnecting={chat.reconnecting}
          keepNothing={chat.keepNothing}
          onFork={chat.onFork}
          showsLore={chat.stored && props.onRefine !== undefined && entity.hasLore}
        />
      )
  }
}

const draftKeyOf = ({ id }: Entity): string => `new:${id ?? 'isolated'}`

function Title({ of }: { of: string }) {
  useTitle(of)
  return null
}
