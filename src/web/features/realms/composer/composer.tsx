import {
  type FormEvent,
  type KeyboardEvent,
  lazy,
  type Ref,
  Suspense,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { Button } from '../../../ui/button.tsx'
import { SendIcon } from '../../../ui/icons.tsx'
import type { RealmHere, Writing } from '../live/realm-room.ts'
import { quoteOf } from '../message/quoted.ts'
import { ComposerNotes } from './composer-notes.tsx'
import { addressablesOf } from './mention-query.ts'
import { ReplyBar } from './reply-bar.tsx'
import { loadMentionPicker, useMentionChoice } from './use-mention-choice.ts'

const MentionPicker = lazy(loadMentionPicker)

/** What the rest of the room may ask of its composer. */
export interface ComposerHandle {
  focus: () => void
  /** Puts `@name` into the draft where its caret is, and the focus behind it. */
  mention: (name: string) => void
}

/**
 * Section 2: where a participant writes. With neither a wallet nor a session it rests, and says how to wake it; who may not speak keeps
 * what was typed. An @ offers whom it can address.
 */
export function Composer(props: {
  ref?: Ref<ComposerHandle>
  room: RealmHere
  writing: Writing
  /** The reader's wallet, or that of their session; who has neither can't write. */
  self: string | undefined
}) {
  const { room, writing, self } = props
  const mayTakePart = self !== undefined
  const { draft, setDraft, replyTo, setReplyTo, sending, fault } = writing
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const silent = room.muted || room.gone
  const busy = sending.state === 'sending' || sending.state === 'waiting'
  const mention = useMentionChoice({
    input,
    draft,
    setDraft,
    all: () =>
      addressablesOf({
        agents: room.realm.agents,
        here: room.presence?.people ?? [],
        participants: room.realm.participants,
        self,
      }),
  })
  useImperativeHandle(props.ref, () => ({
    focus: () => input.current?.focus(),
    mention: mention.insert,
  }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const field = input.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }, [draft])

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!silent) writing.submit()
    input.current?.focus() // a button that becomes disabled would lose it
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (mention.onKeyDown(event)) return
    // Enter that ends the composition of a character sends nothing; Safari says so by the code alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape' && replyTo !== null) setReplyTo(null)
    else if (event.key === 'Enter' && !event.shiftKey) submit()
    else return
    event.preventDefault()
  }
  const picks = mention.choices.length > 0 && !silent
  return (
    // As a dialog's form, which this is in none, it goes nowhere by itself: before the page is alive no words are lost.
    <form method="dialog" className="relative" onSubmit={submit}>
      {picks && (
        <Suspense fallback={null}>
          <MentionPicker
            id={mention.listId}
            choices={mention.choices}
            index={mention.index}
            onChoose={mention.choose}
            onMark={mention.mark}
          />
        </Suspense>
      )}
      <div className="panel hairline cut focus-within:before:bg-cyan">
        {replyTo !== null && !silent && (
          <ReplyBar
            quote={quoteOf(replyTo, room.messages[replyTo - (room.messages[0]?.number ?? 1)])}
            self={self}
            onCancel={() => {
              setReplyTo(null)
              input.current?.focus()
            }}
          />
        )}
        <div className="flex items-end gap-3 p-2 pl-5">
          <label htmlFor={id} className="sr-only">
            {`Message to ${room.realm.name}`}
          </label>
          <textarea
            id={id}
            ref={input}
            rows={1}
            value={draft}
            disabled={!mayTakePart}
            readOnly={silent}
            placeholder={placeholderOf(mayTakePart, room)}
            enterKeyHint="send"
            aria-invalid={fault !== undefined && !silent}
            aria-describedby={fault && !silent ? `${id}-fault` : undefined}
            {...(picks ? mention.aria : {})}
            onChange={(event) => {
              setDraft(event.target.value)
              mention.noteCaret()
            }}
            onSelect={mention.noteCaret}
            onBlur={mention.noteBlur}
            onKeyDown={onKeyDown}
            className="max-h-[calc(6lh+20px)] min-w-0 flex-1 resize-none self-center overflow-y-auto bg-transparent py-2.5 text-base leading-normal outline-none placeholder:text-muted read-only:text-soft disabled:cursor-not-allowed disabled:text-muted"
          />
          <Button
            type="submit"
            tone="primary"
            disabled={!mayTakePart || silent || busy || draft.trim() === ''}
            className="max-sm:w-11 max-sm:p-0"
          >
            <SendIcon width={16} height={16} className="sm:hidden" />
            <span className="max-sm:sr-only">Send</span>
          </Button>
        </div>
      </div>
      <ComposerNotes
        room={room}
        writing={writing}
        mayTakePart={mayTakePart}
        faultId={`${id}-fault`}
        onRetry={() => submit()}
      />
    </form>
  )
}

function placeholderOf(mayTakePart: boolean, room: Pick<RealmHere, 'muted' | 'gone'>): string {
  if (!mayTakePart) return 'Connect wallet to chat'
  if (room.gone) return 'This realm was deleted'
  return room.muted ? 'You may not speak here' : 'Enter message...'
}
