import { type Ref, Suspense, useEffect, useImperativeHandle, useRef } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { cutText } from '../../../../shared/text/plain-text.ts'
import { useKeepPage } from '../../../blocks/files/use-keep-page.ts'
import { preloadReplyEvents } from '../../../blocks/follow-stream/reply-events.ts'
import { FieldCount } from '../../../blocks/messages/field-count.tsx'
import { MessageComposer } from '../../../blocks/messages/message-composer.tsx'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { useOnline } from '../../../lib/hooks/use-online.ts'
import { preloadMarkdown } from '../../../ui/markdown/markdown.tsx'
import { optionalPart } from '../../../ui/optional-part.ts'
import type { ReplyFailure } from '../conversation/conversation.ts'
import { failureText } from '../conversation/reply-failure.ts'
import * as texts from '../texts.tsx'
import { AddFiles } from './add-files.tsx'
import { type ComposerInput, useComposer } from './use-composer.ts'

const ChosenFiles = optionalPart(() => import('./chosen-files.tsx'))

export interface ComposerHandle {
  focus: () => void
}

/** Without `onStop` it is disabled while a reply is running; otherwise the reply can be stopped here. */
export function Composer(
  props: ComposerInput & {
    ref?: Ref<ComposerHandle>
    agentName: string
    onStop?: () => void
    autoFocus?: boolean
  },
) {
  const { pending, onStop, autoFocus } = props
  const { draft, change, input, submit, refusal, onKey, ...attaching } = useComposer(props)
  const { files, addFiles } = attaching
  const takesFiles = props.noFiles !== undefined
  useKeepPage()
  useImperativeHandle(props.ref, () => ({ focus: () => input.current?.focus() }), [input])
  useEffect(() => {
    // One frame later, because the dialog first stores the previous focus and focuses its own first control.
    const frame = autoFocus ? requestAnimationFrame(() => input.current?.focus()) : 0
    return () => cancelAnimationFrame(frame)
  }, [autoFocus, input])
  const resting = pending && !onStop
  const rested = useRef(false)
  useEffect(() => {
    // A disabled field loses the focus, so it is focused again when the reply ends.
    if (rested.current && !resting) input.current?.focus()
    rested.current = resting
  }, [resting, input])
  return (
    <MessageComposer
      label={texts.messageTo(props.agentName)}
      text={draft}
      max={limits.chatMessage}
      input={input}
      onText={change}
      onSubmit={submit}
      onKey={onKey}
      onStop={pending ? onStop : undefined}
      sendDisabled={resting}
      {...(takesFiles && {
        onFiles: addFiles,
        start: <AddFiles onFiles={addFiles} onRefused={attaching.refuseFiles} />,
      })}
      bar={
        files.files.length > 0 && (
          <Suspense fallback={null}>
            <ChosenFiles {...attaching} input={input} onSend={submit} />
          </Suspense>
        )
      }
      field={{
        disabled: resting,
        placeholder: texts.askAnything(shortened(props.agentName)),
        onFocus: preloadReply,
      }}
      over={
        <>
          {attaching.filesRefused && props.noFiles}
          {refusal && <Refusal failure={refusal} />}
        </>
      }
      under={({ error, used, faultId }) => (
        <FieldCount errorId={faultId} error={error} used={used} max={limits.chatMessage} />
      )}
    />
  )
}

function preloadReply(): void {
  preloadMarkdown()
  preloadReplyEvents()
}

/** An empty field grows with its placeholder. The label has the full name. */
function shortened(name: string): string {
  return name.length > 40 ? `${cutText(name, 39)}…` : name
}

/** Shown above the composer when a message was returned to it: the reason why it was not accepted. */
function Refusal({ failure }: { failure: ReplyFailure }) {
  const online = useOnline()
  const now = useCountdown(failure.kind === 'limited' ? failure.retryAt : null)
  return (
    <p role="alert" className="mb-2 px-1 text-sm text-warning">
      {failureText(failure, now, online)}
    </p>
  )
}
