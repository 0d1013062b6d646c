import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { FieldCount } from '../../../blocks/messages/field-count.tsx'
import { useMessageField } from '../../../blocks/messages/use-message-field.ts'
import { persistedById, textSchema, thisTab } from '../../../blocks/saved-draft/persisted.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { Button } from '../../../ui/button.tsx'
import * as texts from '../texts.tsx'

const edits = persistedById('questionEdits', textSchema, { ...thisTab, most: 30 })

/** Saving asks it as a new version beside the old one. */
export default function EditQuestion(props: {
  /** Of the question. */
  id: string
  text: string
  /** Returns false if the text was not accepted. */
  onSave: (text: string) => boolean
  onCancel: () => void
}) {
  const { text, change, forget } = useQuestionEdit(props.id, props.text)
  const input = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (props.onSave(text)) forget()
    else input.current?.focus()
  }
  const cancel = () => {
    forget()
    props.onCancel()
  }
  const { error, used, onEnter } = useMessageField({ input, text, max: limits.chatMessage, submit })
  useCaretAtEnd(input)
  return (
    <form className="w-full max-w-[640px] animate-fade scroll-my-4" onSubmit={submit}>
      <div className="panel hairline cut px-5 py-2 before:bg-field focus-within:before:bg-cyan">
        <label htmlFor={id} className="sr-only">
          {texts.editYourQuestion}
        </label>
        <textarea
          id={id}
          ref={input}
          rows={1}
          value={text}
          enterKeyHint="send"
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="block max-h-[calc(10lh+20px)] w-full resize-none overflow-y-auto bg-transparent py-2 text-base leading-normal outline-none"
          onChange={({ target }) => change(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isComposing(event.nativeEvent)) {
              event.preventDefault()
              cancel()
            } else onEnter(event)
          }}
        />
      </div>
      <FieldCount errorId={`${id}-error`} error={error} used={used} max={limits.chatMessage} />
      <div className="mt-3 flex justify-end gap-2">
        <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={cancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" tone="primary" size="small" className="max-md:min-h-11">
          {texts.saveAsk}
        </Button>
      </div>
    </form>
  )
}

function useCaretAtEnd(input: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const field = input.current
    if (!field) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(field.value.length, field.value.length)
    field.form?.scrollIntoView({ block: 'nearest' })
  }, [input])
}

/**
 * The changed text of a question, which stays until it is asked or cancelled: another version that is shown meanwhile, as
 * one that another tab has asked, takes the field away, and so does a reload.
 * @param asked the text that was asked
 */
export function useQuestionEdit(id: string, asked: string) {
  const [text, setText] = useState(() => edits.recall(id) ?? asked)
  return {
    text,
    change: (typed: string) => {
      setText(typed)
      edits.remember(id, typed)
    },
    forget: () => edits.remember(id, null),
  }
}
