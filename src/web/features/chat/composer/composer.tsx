import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react'
import { preloadReplyEvents } from '../../../blocks/follow-stream/reply-events.ts'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { useOnline } from '../../../lib/hooks/use-online.ts'
import { Button } from '../../../ui/button.tsx'
import { SendIcon, StopIcon } from '../../../ui/icons.tsx'
import { preloadMarkdown } from '../../../ui/markdown/markdown.tsx'
import type { Trouble } from '../conversation/conversation.ts'
import { troubleText } from '../conversation/trouble.ts'
import { FieldCount } from './field-count.tsx'
import { type ComposerInput, useComposer } from './use-composer.ts'

/** What the rest of the screen may ask of a composer. */
export interface ComposerHandle {
  focus: () => void
}

/** Where a person writes. With `onStop` a running reply can be stopped here; without it, all rests until the reply is there. */
export function Composer(
  props: ComposerInput & {
    ref?: Ref<ComposerHandle>
    agentName: string
    pending: boolean
    onStop?: () => void
    /** Takes the focus once it is there; for a dialog, which is opened to write. */
    autoFocus?: boolean
  },
) {
  const { pending, onStop, autoFocus } = props
  const { draft, change, input, submit, error, used, refusal, onKeyDown } = useComposer(props)
  const id = useId()
  useImperativeHandle(props.ref, () => ({ focus: () => input.current?.focus() }), [input])
  useEffect(() => {
    // A frame later, because the dialog first notes where the focus came from and gives it to its own first control.
    const frame = autoFocus ? requestAnimationFrame(() => input.current?.focus()) : 0
    return () => cancelAnimationFrame(frame)
  }, [autoFocus, input])
  const resting = pending && !onStop
  const rested = useRef(false)
  useEffect(() => {
    // A disabled field loses the focus; it gets it back with the reply.
    if (rested.current && !resting) input.current?.focus()
    rested.current = resting
  }, [resting, input])
  return (
    // As a dialog's form, which this is in none, it goes nowhere by itself: before the page is alive no words are lost.
    <form method="dialog" onSubmit={submit}>
      {refusal && <Refusal trouble={refusal} />}
      <div className="panel hairline cut flex items-end gap-3 p-2 pl-5 focus-within:before:bg-cyan">
        <label htmlFor={id} className="sr-only">
          {`Message to ${props.agentName}`}
        </label>
        <textarea
          id={id}
          ref={input}
          rows={1}
          value={draft}
          disabled={resting}
          placeholder={`Ask ${shortened(props.agentName)} anything`}
          enterKeyHint="send"
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => change(event.target.value)}
          onFocus={preloadReply}
          onKeyDown={onKeyDown}
          className="max-h-[calc(6lh+20px)] min-w-0 flex-1 resize-none self-center overflow-y-auto bg-transparent py-2.5 text-base leading-normal outline-none placeholder:text-muted disabled:text-muted"
        />
        {pending && onStop ? (
          <Button
            key="stop"
            className="max-sm:w-11 max-sm:p-0"
            onClick={() => {
              onStop()
              input.current?.focus()
            }}
          >
            <StopIcon width={16} height={16} />
            <span className="max-sm:sr-only">Stop</span>
          </Button>
        ) : (
          <Button
            key="send"
            type="submit"
            tone="primary"
            disabled={resting}
            className="max-sm:w-11 max-sm:p-0"
          >
            <SendIcon width={16} height={16} className="sm:hidden" />
            <span className="max-sm:sr-only">Send</span>
          </Button>
        )}
      </div>
      <FieldCount errorId={`${id}-error`} error={error} used={used} />
    </form>
  )
}

/** Whoever begins to write will read a reply: its renderer and its reader come meanwhile. */
function preloadReply(): void {
  preloadMarkdown()
  preloadReplyEvents()
}

/** A placeholder makes an empty field as high as it is long; the label has the whole name. */
function shortened(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39).toWellFormed()}…` : name
}

/** Stands over the composer when a message came back into it: why it was not taken. */
function Refusal({ trouble }: { trouble: Trouble }) {
  const online = useOnline()
  const now = useCountdown(trouble.kind === 'limited' ? trouble.retryAt : null)
  return (
    <p role="alert" className="mb-2 px-1 text-sm text-warning">
      {troubleText(trouble, now, online)}
    </p>
  )
}
