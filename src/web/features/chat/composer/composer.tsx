import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { preloadReplyEvents } from '../../../blocks/follow-stream/reply-events.ts'
import { FieldCount } from '../../../blocks/messages/field-count.tsx'
import { MessageComposer } from '../../../blocks/messages/message-composer.tsx'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { useOnline } from '../../../lib/hooks/use-online.ts'
import { preloadMarkdown } from '../../../ui/markdown/markdown.tsx'
import type { Trouble } from '../conversation/conversation.ts'
import { troubleText } from '../conversation/trouble.ts'
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
  const { draft, change, input, submit, refusal, onKey } = useComposer(props)
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
    <MessageComposer
      label={`Message to ${props.agentName}`}
      text={draft}
      max={limits.chatMessage}
      input={input}
      onText={change}
      onSubmit={submit}
      onKey={onKey}
      onStop={pending ? onStop : undefined}
      sendDisabled={resting}
      field={{
        disabled: resting,
        placeholder: `Ask ${shortened(props.agentName)} anything`,
        onFocus: preloadReply,
      }}
      over={refusal && <Refusal trouble={refusal} />}
      under={({ error, used, faultId }) => (
        <FieldCount errorId={faultId} error={error} used={used} max={limits.chatMessage} />
      )}
    />
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
