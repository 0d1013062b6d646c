import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  Suspense,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Engine } from '../../../../shared/chat/chat.ts'
import type { Decided } from '../../../../shared/tools/decisions.ts'
import { ToolDecisions } from '../../../blocks/tools/tool-decisions.ts'
import { column } from '../../../ui/column.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ComposerHandle } from '../composer/composer.tsx'
import type { ConversationView as View } from '../conversation/conversation.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import { EngineNote } from '../engine/engine-note.tsx'
import type { Entity } from '../entity.ts'
import { contextOf } from '../long/context-of.ts'
import { EraseDialog, LastTalk, LongTop, MemoryParts } from '../long/load-long.ts'
import { useMemoryActions } from '../memory/memory-actions.ts'
import { MessageList } from '../messages/message-list.tsx'
import type { TurnActions } from '../messages/turn-actions.ts'
import * as texts from '../texts.tsx'
import { ConversationFoot } from './conversation-foot.tsx'
import { EmptyConversation } from './empty-conversation.tsx'
import { useComparison, useTurnActions } from './use-turn-actions.ts'

const LoreDialog = lazyPart(() => import('./lore-dialog.tsx'))
const ModelDialog = lazyPart(() => import('../../../blocks/models/model-dialog.tsx'))
const KeepNothing = lazyPart(() => import('./keep-nothing.tsx'))

interface Props {
  entity: Entity
  session: ConversationSession
  view: View
  engine: Engine | undefined
  /** The wallet whose conversations can be stored; null if there is none. */
  viewer: string | null
  draftKey: string
  reconnecting: boolean
  /** Null if there are messages already or there is no choice. */
  keepNothing: { on: boolean; set: (on: boolean) => void } | null
  onFork?: ((messageId: string) => void) | undefined
  showsLore?: boolean | undefined
}

/** The messages of a conversation and its composer. Its React key must be the conversation's id. */
export function ConversationView({ ref, ...props }: Props & { ref: Ref<ComposerHandle> }) {
  const { entity, session } = props
  const composer = useRef<ComposerHandle>(null)
  useImperativeHandle(ref, () => ({ focus: () => composer.current?.focus() }))
  const [loreOf, setLoreOf] = useState<string | null>(null)
  const [erasing, setErasing] = useState<Erasing | null>(null)
  const compared = useComparison(session)
  const agent = useMemo(() => (entity.id === null ? null : { id: entity.id, name: entity.name }), [entity])
  // A message that is remembered has to be stored, as one that can be forked.
  const memory = useMemoryActions(agent !== null && props.onFork !== undefined)
  const { actions, editing, editLast } = useTurnActions(
    { ...props, memory: memory.actions },
    composer,
    setLoreOf,
    setErasing,
    compared.actions,
  )
  return (
    <>
      <Dialogs
        {...{ entity, session, compared, loreOf, erasing }}
        closeLore={() => setLoreOf(null)}
        closeErasing={() => setErasing(null)}
      />
      {memory.view && agent && (
        <Suspense fallback={null}>
          <MemoryParts
            agent={agent}
            conversationId={session.id}
            view={memory.view}
            setView={memory.setView}
          />
        </Suspense>
      )}
      <ToolDecisions value={useDecisions(entity, session)}>
        <Messages of={props} actions={actions} editing={editing} comparing={compared.comparing} />
      </ToolDecisions>
      <ConversationFoot {...props} composer={composer} isEditing={editing !== null} editLast={editLast} />
    </>
  )
}

/** What the person decides about calls of tools. What the server does not keep can't wait. */
function useDecisions({ name, id }: Entity, session: ConversationSession) {
  const { kept } = session
  return useMemo(
    () =>
      kept === 'server'
        ? {
            agentName: name,
            agentId: id,
            onDecided: (decided: Decided) => void session.decided(decided),
            onStale: () => void session.reload(),
          }
        : null,
    [session, kept, name, id],
  )
}

function Messages({
  of: props,
  ...shown
}: { of: Props } & Pick<ComponentProps<typeof MessageList>, 'actions' | 'editing' | 'comparing'>) {
  const { entity, session, view, engine } = props
  const beginning = beginningOf(props)
  return (
    <MessageList
      {...shown}
      conversation={session.id}
      view={view}
      agentName={entity.name}
      long={(list) =>
        (session.isStored() || contextOf(view)) && (
          <Suspense fallback={view.earlier > 0 && <div className="min-h-9 max-md:min-h-11" />}>
            <LongTop session={session} earlier={view.earlier} shown={list} />
          </Suspense>
        )
      }
      className={`${column} py-7`}
      note={<EngineNote engine={engine} />}
      empty={
        <EmptyConversation
          suggestions={engine?.kind === 'offline' ? entity.questionsWithoutModel([]) : entity.suggestions}
          onAsk={(text) => void session.send(text)}
        >
          {beginning}
        </EmptyConversation>
      }
      greeted={
        beginning && <div className="mt-auto grid justify-items-center gap-4 text-center">{beginning}</div>
      }
    />
  )
}

/** What stands where nothing was asked yet: where one was the last time, and whether the conversation is kept. */
function beginningOf({ entity, viewer, keepNothing }: Props): ReactNode {
  const lastTalk = entity.id !== null && viewer !== null && (
    <Suspense fallback={<div className="h-11" />}>
      <LastTalk agentId={entity.id} owner={viewer} />
    </Suspense>
  )
  const choice = keepNothing && (
    <Suspense fallback={<div className="h-11" />}>
      <KeepNothing on={keepNothing.on} onChange={keepNothing.set} />
    </Suspense>
  )
  if (!lastTalk && !choice) return null
  return (
    <>
      {lastTalk}
      {choice}
    </>
  )
}

type Erasing = Parameters<NonNullable<TurnActions['erase']>>[0]

function Dialogs(props: {
  entity: Entity
  session: ConversationSession
  compared: ReturnType<typeof useComparison>
  loreOf: string | null
  closeLore: () => void
  erasing: Erasing | null
  closeErasing: () => void
}) {
  const { entity, session, compared, loreOf, erasing } = props
  return (
    <>
      {loreOf !== null && (
        <Suspense fallback={null}>
          <LoreDialog conversationId={session.id} replyId={loreOf} onClose={props.closeLore} />
        </Suspense>
      )}
      {erasing !== null && (
        <Suspense fallback={null}>
          <EraseDialog
            conversationId={session.id}
            message={erasing}
            agentName={entity.name}
            onClose={props.closeErasing}
          />
        </Suspense>
      )}
      {compared.againOf !== null && (
        <Suspense fallback={null}>
          <ModelDialog
            title={texts.againWith}
            description={texts.againWithAbout}
            agent={entity.id}
            value={undefined}
            onChoose={compared.askAgain}
            onClose={compared.close}
          />
        </Suspense>
      )}
    </>
  )
}
