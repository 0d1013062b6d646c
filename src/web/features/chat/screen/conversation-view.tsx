import {
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Engine } from '../../../../shared/chat/chat.ts'
import { useLatest } from '../../../lib/hooks/use-latest.ts'
import { column } from '../../../ui/column.ts'
import { Composer, type ComposerHandle } from '../composer/composer.tsx'
import { ComposerNote } from '../composer/composer-note.tsx'
import type { ConversationView as View } from '../conversation/conversation.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import { EngineNote } from '../engine-note.tsx'
import type { Entity } from '../entity.ts'
import { MessageList } from '../messages/message-list.tsx'
import type { TurnActions } from '../messages/turn-actions.ts'
import { optionalPart } from '../optional-part.ts'
import * as texts from '../texts.tsx'

const LoreDialog = optionalPart(() => import('./lore-dialog.tsx'))
const KeepNothing = optionalPart(() => import('./keep-nothing.tsx'))

interface Props {
  ref: Ref<ComposerHandle>
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
export function ConversationView(props: Props) {
  const { entity, session, view, keepNothing } = props
  const composer = useRef<ComposerHandle>(null)
  useImperativeHandle(props.ref, () => ({ focus: () => composer.current?.focus() }))
  const [loreOf, setLoreOf] = useState<string | null>(null)
  const { actions, editing, editLast } = useTurnActions(props, composer, setLoreOf)
  const ask = (text: string) => void session.send(text)
  const isOffline = props.engine?.kind === 'offline'
  const choice = keepNothing && (
    <Suspense fallback={<div className="h-11" />}>
      <KeepNothing on={keepNothing.on} onChange={keepNothing.set} />
    </Suspense>
  )
  return (
    <>
      {loreOf !== null && (
        <Suspense fallback={null}>
          <LoreDialog conversationId={session.id} replyId={loreOf} onClose={() => setLoreOf(null)} />
        </Suspense>
      )}
      <MessageList
        conversation={session.id}
        view={view}
        agentName={entity.name}
        actions={actions}
        editing={editing}
        className={`${column} py-7`}
        note={<EngineNote engine={props.engine} />}
        empty={
          <EmptyConversation
            suggestions={isOffline ? entity.questionsWithoutModel([]) : entity.suggestions}
            onAsk={ask}
          >
            {choice}
          </EmptyConversation>
        }
        greeted={choice && <div className="mt-auto text-center">{choice}</div>}
      />
      <div className={`${column} pt-2 pb-[max(14px,env(safe-area-inset-bottom))] md:pb-6`}>
        {isOffline && editing === null && <FollowUps entity={entity} view={view} onAsk={ask} />}
        <ComposerNote
          view={view}
          reconnecting={props.reconnecting}
          onShow={(id) => session.select(id)}
          onAskNow={() => session.askNow()}
        />
        {entity.answers ? (
          <Composer
            ref={composer}
            agentName={entity.name}
            conversation={session.id}
            draftKey={props.draftKey}
            pending={view.pending !== null}
            send={(text, files) => session.send(text, files)}
            noFiles={noFiles(props.viewer, session.kept)}
            onStop={() => session.stop()}
            returned={view.returned}
            takeReturned={() => session.takeReturned()}
            editLast={editLast}
          />
        ) : (
          <p className="border-t border-line py-4 text-center text-soft">{texts.agentNoLongerAnswers}</p>
        )}
      </div>
    </>
  )
}

function useTurnActions(
  { entity: { answers }, session, view, onFork, showsLore = false }: Props,
  composer: RefObject<ComposerHandle | null>,
  showLore: (replyId: string) => void,
) {
  const [editing, setEditing] = useState<string | null>(null)
  /** Whether cancelling the edit restores the focus to the composer instead of the question's button. */
  const fromComposer = useRef(false)
  const fork = useLatest(onFork)
  const mayFork = onFork !== undefined
  const actions = useMemo<TurnActions>(() => {
    const always: TurnActions = {
      select: (messageId) => session.select(messageId),
      ...(mayFork && { fork: (messageId: string) => fork.current?.(messageId) }),
      ...(showsLore && { showLore }),
    }
    if (!answers) return always
    return {
      ...always,
      askAgain: (id) => void session.askAgain(id),
      beginEdit: (id) => {
        fromComposer.current = false
        setEditing(id)
      },
      saveEdit: (id, text) => {
        const taken = session.edit(id, text)
        if (taken) {
          setEditing(null)
          composer.current?.focus()
        }
        return taken
      },
      cancelEdit: () => {
        setEditing(null)
        if (fromComposer.current) composer.current?.focus()
      },
    }
  }, [session, answers, mayFork, showsLore, showLore, composer, fork])
  const editLast = () => {
    const last = view.turns.at(-1)
    if (!last || view.pending) return false
    fromComposer.current = true
    setEditing(last.question.id)
    return true
  }
  return { actions, editing, editLast }
}

/** Without a model most questions have no answer, so those that have one are offered after a reply. */
function FollowUps({
  entity,
  view,
  onAsk,
}: Pick<Props, 'entity' | 'view'> & { onAsk: (text: string) => void }) {
  if (!view.turns.at(-1)?.reply || view.pending !== null) return null
  const questions = entity.questionsWithoutModel(view.turns.map(({ question }) => question.content))
  if (questions.length === 0) return null
  return (
    <QuestionChips
      label={texts.whatYouCanAskNext}
      questions={questions}
      onAsk={onAsk}
      className="animate-fade pb-3 max-md:-mx-1 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-1 max-md:pt-1 max-md:whitespace-nowrap [&>li]:flex-none"
    />
  )
}

/** Why files can't be added to a conversation: only a stored one has a place for them. */
function noFiles(viewer: string | null, kept: ConversationSession['kept']): string | null {
  if (kept === 'server') return null
  return viewer === null ? texts.filesNeedWalletBecauseThey : texts.filesOnlyWorkSavedConversations
}

/** The empty state of the chat screen, with a few suggested questions (section 2). */
function EmptyConversation(props: {
  suggestions: readonly string[]
  onAsk: (text: string) => void
  children?: ReactNode
}) {
  return (
    <div className="grid flex-1 content-center justify-items-center gap-6 py-6 text-center">
      <div className="grid gap-3">
        <h2 className="text-2xl font-semibold">{texts.neuralInterfaceActive}</h2>
        <p className="font-mono text-[15px] text-soft after:-ml-[1ch] after:inline-block after:h-0.5 after:w-[1ch] after:translate-y-[0.2em] after:animate-pulse-soft after:bg-cyan">
          {texts.initializeQuerySequence}
        </p>
      </div>
      <QuestionChips
        label={texts.suggestedQuestions}
        questions={props.suggestions}
        onAsk={props.onAsk}
        className="justify-center"
      />
      {props.children}
    </div>
  )
}

function QuestionChips(props: {
  label: string
  questions: readonly string[]
  onAsk: (text: string) => void
  className?: string
}) {
  return (
    <ul aria-label={props.label} className={`flex flex-wrap gap-2.5 ${props.className ?? ''}`}>
      {props.questions.map((text) => (
        <li key={text}>
          <button
            type="button"
            onClick={() => props.onAsk(text)}
            className="min-h-11 rounded-full border border-line-strong bg-[rgb(127_214_255/0.03)] px-4.5 py-2 text-sm text-soft transition-colors hover:border-cyan hover:text-text"
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
