import { type Ref, Suspense, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Engine } from '../../../shared/chat.ts'
import { useLatest } from '../../lib/use-latest.ts'
import { column } from '../../ui/column.ts'
import { Composer, type ComposerHandle } from './composer/composer.tsx'
import { ComposerNote } from './composer/composer-note.tsx'
import type { ConversationView as View } from './conversation/conversation.ts'
import type { ConversationSession } from './conversation/conversation-session.ts'
import { EmptyConversation } from './empty-conversation.tsx'
import { EngineNote } from './engine-note.tsx'
import type { Entity } from './entity.ts'
import { MessageList } from './messages/message-list.tsx'
import type { TurnActions } from './messages/turn-actions.ts'
import { optionalPart } from './optional-part.ts'

const KeepNothing = optionalPart(() => import('./keep-nothing.tsx'))

/** What was said in a conversation, and where more is said. Give it the conversation's id as its key. */
export function ConversationView(props: {
  ref: Ref<ComposerHandle>
  entity: Entity
  session: ConversationSession
  view: View
  engine: Engine | undefined
  draftKey: string
  reconnecting: boolean
  /** Where nothing was said yet and there is a choice. */
  keepNothing: { on: boolean; set: (on: boolean) => void } | null
  onFork?: (messageId: string) => void
}) {
  const { entity, session, view, keepNothing } = props
  const composer = useRef<ComposerHandle>(null)
  useImperativeHandle(props.ref, () => ({ focus: () => composer.current?.focus() }))
  const [editing, setEditing] = useState<string | null>(null)
  /** Where the focus goes back to when an edit is given up; else to the question's own button. */
  const fromComposer = useRef(false)
  const fork = useLatest(props.onFork)
  const mayFork = props.onFork !== undefined
  const { answers } = entity
  const actions = useMemo<TurnActions>(() => {
    const select = (messageId: string) => session.select(messageId)
    const more = mayFork && { fork: (messageId: string) => fork.current?.(messageId) }
    if (!answers) return { select, ...more }
    return {
      select,
      ...more,
      askAgain: (id) => {
        session.askAgain(id)
      },
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
  }, [session, answers, mayFork, fork])
  const editLast = () => {
    const last = view.turns.at(-1)
    if (!last || view.pending) return false
    fromComposer.current = true
    setEditing(last.question.id)
    return true
  }
  return (
    <>
      <MessageList
        conversation={session.id}
        view={view}
        agentName={entity.name}
        actions={actions}
        editing={editing}
        className={`${column} py-7`}
        note={<EngineNote engine={props.engine} />}
        empty={
          <EmptyConversation suggestions={entity.suggestions} onAsk={session.send}>
            {keepNothing && (
              <Suspense fallback={<div className="h-11" />}>
                <KeepNothing on={keepNothing.on} onChange={keepNothing.set} />
              </Suspense>
            )}
          </EmptyConversation>
        }
      />
      <div className={`${column} pt-2 pb-[max(14px,env(safe-area-inset-bottom))] md:pb-6`}>
        <ComposerNote
          view={view}
          reconnecting={props.reconnecting}
          onShow={session.select}
          onAskNow={session.askNow}
        />
        {answers ? (
          <Composer
            ref={composer}
            agentName={entity.name}
            conversation={session.id}
            draftKey={props.draftKey}
            pending={view.pending !== null}
            send={session.send}
            onStop={session.stop}
            returned={view.returned}
            takeReturned={session.takeReturned}
            editLast={editLast}
          />
        ) : (
          <p className="border-t border-line py-4 text-center text-soft">
            This entity does not answer any more.
          </p>
        )}
      </div>
    </>
  )
}
