import {
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useId,
} from 'react'
import { Button } from '../../ui/button.tsx'
import { SendIcon, StopIcon } from '../../ui/icons.tsx'
import * as texts from '../texts.ts'
import { useMessageField } from './use-message-field.ts'

type FieldProps = Omit<ComponentProps<'textarea'>, 'ref' | 'value' | 'onChange' | 'onKeyDown'>

interface Props {
  label: string
  text: string
  max: number
  input: RefObject<HTMLTextAreaElement | null>
  onText: (text: string) => void
  onSubmit: () => void
  /** Handles a key before the field does. @returns whether the key was handled */
  onKey?: (event: KeyboardEvent) => boolean
  onStop?: (() => void) | undefined
  sendDisabled: boolean
  field: FieldProps
  over?: ReactNode
  start?: ReactNode
  onFiles?: ((files: readonly File[]) => void) | undefined
  bar?: ReactNode
  under: (field: { error: string | undefined; used: number | undefined; faultId: string }) => ReactNode
  /** Where a browser posts the form before hydration; without it, nowhere. */
  action?: string
  /** For callers that validate the text themselves; null for no error. */
  fault?: string | null
}

/** Enter sends and Shift+Enter breaks the line. A text that is too long shows an error and is not cut. */
export function MessageComposer(props: Props) {
  const { text, input, onStop, max } = props
  const id = useId()
  const faultId = `${id}-fault`
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    props.onSubmit()
    input.current?.focus() // a button that becomes disabled would lose it
  }
  const { error, used, onEnter } = useMessageField({ input, text, max, submit })
  const fault = props.fault === undefined ? error : props.fault
  return (
    // With `method="dialog"` outside of a dialog the browser submits nothing, so no text is lost before hydration.
    <form
      {...(props.action === undefined ? { method: 'dialog' } : { method: 'post', action: props.action })}
      className="relative"
      onSubmit={submit}
      {...(props.onFiles && takesFiles(props.onFiles))}
    >
      {props.over}
      <div className="panel hairline cut before:bg-field focus-within:before:bg-cyan">
        {props.bar}
        <div className={`flex items-end p-2 ${props.start ? 'gap-1.5 pl-1.5' : 'gap-3 pl-5'}`}>
          {props.start}
          <label htmlFor={id} className="sr-only">
            {props.label}
          </label>
          <textarea
            {...props.field}
            id={id}
            ref={input}
            rows={1}
            value={text}
            enterKeyHint="send"
            aria-invalid={Boolean(fault)}
            aria-describedby={fault ? faultId : undefined}
            onChange={(event) => props.onText(event.target.value)}
            onKeyDown={(event) => {
              if (!props.onKey?.(event)) onEnter(event)
            }}
            className="max-h-[calc(6lh+20px)] min-w-0 flex-1 resize-none self-center overflow-y-auto bg-transparent py-2.5 text-base leading-normal outline-none placeholder:text-muted read-only:text-soft disabled:cursor-not-allowed disabled:text-muted"
          />
          <SendOrStop
            sendDisabled={props.sendDisabled}
            onStop={
              onStop &&
              (() => {
                onStop()
                input.current?.focus()
              })
            }
          />
        </div>
      </div>
      {props.under({ error, used, faultId })}
    </form>
  )
}

function SendOrStop({ sendDisabled, onStop }: { sendDisabled: boolean; onStop: (() => void) | undefined }) {
  return onStop ? (
    <Button key="stop" className="max-sm:w-11 max-sm:p-0" onClick={onStop}>
      <StopIcon width={16} height={16} />
      <span className="max-sm:sr-only">{texts.stop}</span>
    </Button>
  ) : (
    <Button
      key="send"
      type="submit"
      tone="primary"
      disabled={sendDisabled}
      className="max-sm:w-11 max-sm:p-0"
    >
      <SendIcon width={16} height={16} className="sm:hidden" />
      <span className="max-sm:sr-only">{texts.send}</span>
    </Button>
  )
}

/** Takes files by drop and by paste; pasted text stays text. */
function takesFiles(onFiles: (files: readonly File[]) => void) {
  const take = (event: SyntheticEvent, { files }: DataTransfer) => {
    if (files.length === 0) return
    event.preventDefault()
    onFiles([...files])
  }
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
    onPaste: (event: ClipboardEvent) => {
      if (!event.clipboardData.types.includes('text/plain')) take(event, event.clipboardData)
    },
  }
}
