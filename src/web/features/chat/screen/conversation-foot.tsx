import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import type { Engine } from '../../../../shared/chat/chat.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { column } from '../../../ui/column.ts'
import { Composer, type ComposerHandle } from '../composer/composer.tsx'
import { ComposerNote, Note } from '../composer/composer-note.tsx'
import type { ConversationView as View } from '../conversation/conversation.ts'
import { refreshConversation } from '../conversation/conversation-channel.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import type { Entity } from '../entity.ts'
import * as texts from '../texts.tsx'
import { QuestionChips } from './empty-conversation.tsx'

/** What stands below the messages: the composer, what it has to say, and what could be asked. */
export function ConversationFoot(props: {
  composer: RefObject<ComposerHandle | null>
  entity: Entity
  session: ConversationSession
  view: View
  engine: Engine | undefined
  viewer: string | null
  draftKey: string
  reconnecting: boolean
  /** Whether the text of a question is being changed. */
  isEditing: boolean
  editLast: () => boolean
}) {
  const { entity, session, view } = props
  const client = useQueryClient()
  const ask = (text: string) => void session.send(text)
  return (
    <div
      className={`${column} pt-2 pb-[max(14px,env(safe-area-inset-bottom))] md:pb-6`}
      // So that whoever types is shown what was asked on another device meanwhile, and goes on from there.
      onInput={() => refreshConversation(client, session.id)}
    >
      {props.engine?.kind === 'offline' && !props.isEditing && (
        <FollowUps entity={entity} view={view} onAsk={ask} />
      )}
      <ComposerNote
        view={view}
        agentName={entity.name}
        reconnecting={props.reconnecting}
        onShow={(id) => session.select(id)}
        onAskNow={() => session.askNow()}
      />
      {entity.answers ? (
        <Composer
          ref={props.composer}
          agentName={entity.name}
          conversation={session.id}
          draftKey={props.draftKey}
          pending={view.pending !== null}
          send={(text, files) => session.send(text, files)}
          noFiles={noFiles(props.viewer, session.kept)}
          onStop={() => session.stop()}
          returned={view.returned}
          takeReturned={() => session.takeReturned()}
          editLast={props.editLast}
        />
      ) : (
        <p className="border-t border-line py-4 text-center text-soft">
          {entity.isDown ? texts.agentTakenDown : texts.agentNoLongerAnswers}
        </p>
      )}
    </div>
  )
}

/** Without a model most questions have no answer, so those that have one are offered after a reply. */
function FollowUps({ entity, view, onAsk }: { entity: Entity; view: View; onAsk: (text: string) => void }) {
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
function noFiles(viewer: string | null, kept: ConversationSession['kept']): ReactNode {
  if (kept === 'server') return null
  if (viewer !== null) return <Note role="alert" text={texts.filesOnlyWorkSavedConversations} />
  return (
    <Note role="alert" text={texts.filesNeedWalletBecauseThey} onPress={() => void requireSignIn()}>
      {texts.connect}
    </Note>
  )
}
