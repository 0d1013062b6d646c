import { type KeyboardEvent, lazy, type Ref, Suspense, useImperativeHandle, useRef } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { MessageComposer } from '../../../blocks/messages/message-composer.tsx'
import { isComposing } from '../../../lib/is-composing.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { RealmHere, Writing } from '../live/realm-room.ts'
import { quoteOf } from '../message/quoted.ts'
import { ComposerNotes } from './composer-notes.tsx'
import { addressablesOf } from './mention-query.ts'
import * as texts from './texts.ts'
import { loadMentionPicker, useMentionChoice } from './use-mention-choice.ts'
import { useSlowMode } from './use-slow-mode.ts'

const MentionPicker = lazy(loadMentionPicker)
const ReplyBar = lazyPart(() => import('./reply-bar.tsx'))

export interface ComposerHandle {
  focus: () => void
  /** Inserts `@name` at the caret of the draft, and focuses the field. */
  mention: (name: string) => void
}

/**
 * Section 2. Without a wallet or a session it is disabled and says how to enable it. A muted viewer keeps the typed
 * text. An @ opens the list of people and agents to mention.
 */
export function Composer(props: {
  ref?: Ref<ComposerHandle>
  room: RealmHere
  writing: Writing
  /** The viewer's wallet, or that of the session; without one the viewer can't write. */
  self: string | undefined
  blocked: ReadonlySet<string>
}) {
  const { room, writing, self, blocked } = props
  const mayTakePart = self !== undefined
  const { draft, setDraft, replyTo, setReplyTo, sending, fault } = writing
  const input = useRef<HTMLTextAreaElement>(null)
  const silent = room.muted || room.gone
  const slow = useSlowMode(room, self)
  const busy = sending.state === 'sending' || sending.state === 'waiting'
  const mention = useMentionChoice({
    input,
    draft,
    setDraft,
    all: () =>
      addressablesOf({
        agents: room.realm.agents,
        here: (room.presence?.people ?? []).filter((who) => !blocked.has(who)),
        participants: room.realm.participants.filter((who) => !blocked.has(who)),
        self,
      }),
  })
  useImperativeHandle(props.ref, () => ({
    focus: () => input.current?.focus(),
    mention: mention.insert,
  }))
  const cancelReply = () => {
    setReplyTo(null)
    input.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (mention.onKeyDown(event)) return true
    if (event.key !== 'Escape' || replyTo === null || isComposing(event.nativeEvent)) return false
    setReplyTo(null)
    event.preventDefault()
    return true
  }
  const submit = () => {
    if (!silent && slow === 0) writing.submit()
  }
  const picks = mention.choices.length > 0 && !silent
  return (
    <MessageComposer
      label={texts.messageTo(room.realm.name)}
      text={draft}
      max={limits.realmMessage}
      fault={silent || fault === undefined ? null : fault}
      input={input}
      onText={(text) => {
        setDraft(text)
        mention.noteCaret()
      }}
      onSubmit={submit}
      onKey={onKey}
      sendDisabled={!mayTakePart || silent || busy || slow > 0 || draft.trim() === ''}
      field={{
        disabled: !mayTakePart,
        readOnly: silent,
        placeholder: placeholderOf(mayTakePart, room),
        onSelect: mention.noteCaret,
        onBlur: mention.noteBlur,
        ...(picks ? mention.aria : {}),
      }}
      over={picks && <Mentions mention={mention} />}
      bar={
        replyTo !== null &&
        !silent && (
          <Suspense fallback={<div className="h-11" />}>
            <ReplyBar
              quote={quoteOf(replyTo, room.messages[replyTo - (room.messages[0]?.number ?? 1)])}
              self={self}
              onCancel={cancelReply}
            />
          </Suspense>
        )
      }
      under={({ used, faultId }) => (
        <ComposerNotes
          room={room}
          writing={writing}
          mayTakePart={mayTakePart}
          slow={slow}
          used={used}
          faultId={faultId}
          onRetry={submit}
          toInput={() => input.current?.focus()}
        />
      )}
    />
  )
}

function Mentions({ mention }: { mention: ReturnType<typeof useMentionChoice> }) {
  return (
    <Suspense fallback={null}>
      <MentionPicker
        id={mention.listId}
        choices={mention.choices}
        index={mention.index}
        onChoose={mention.choose}
        onMark={mention.mark}
      />
    </Suspense>
  )
}

function placeholderOf(
  mayTakePart: boolean,
  room: Pick<RealmHere, 'muted' | 'banned' | 'gone' | 'goneWhy'>,
): string {
  if (!mayTakePart) return texts.connectToChat
  if (room.gone) return room.goneWhy ?? texts.deletedHint
  if (room.banned) return texts.bannedHint
  return room.muted ? texts.mutedHint : texts.enterMessage
}
