import type { Reply } from '../../../../shared/chat/messages.ts'
import { endSentences, modelOf } from '../../../../shared/chat/model-ends.ts'
import { partsOf } from '../../../../shared/chat/parts.ts'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { useOnline } from '../../../lib/hooks/use-online.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import type { ReplyFailure } from '../conversation/conversation.ts'
import { failureText } from '../conversation/reply-failure.ts'
import { canGoOn } from '../conversation/waiting-replies.ts'
import * as texts from '../texts.tsx'

interface Retry {
  failure: ReplyFailure | null
  disabled: boolean
  /** Undefined if the agent can't be asked. */
  onRetry: (() => void) | undefined
}

/** Shown if a question has no word of an answer, so that a person can tell silence from failure (decision 17). */
export function NotAnswered(props: Retry) {
  const more = useReason(props.failure)
  return (
    <div className="text-right text-13 text-soft">
      <p>
        {props.onRetry ? texts.noAnswerNotAnswered : texts.notAnswered}
        <RetryButton {...props} />
      </p>
      {more && <p className="mt-1 text-muted">{more}</p>}
    </div>
  )
}

/** How a reply with words ended, if not as its agent meant it: one sentence, with a new attempt where that helps. */
export function Ending({ reply, onGoOn, ...retry }: { reply: Reply; onGoOn: Retry['onRetry'] } & Retry) {
  const reason = useReason(retry.failure)
  switch (reply.state) {
    case 'running':
    // The call that waits says so itself.
    case 'waiting':
      return null
    case 'finished': {
      const ended = modelOf(reply.parts)?.ended
      if (ended)
        return (
          <span className="text-13 text-warning max-md:flex-1 max-md:basis-40 max-md:py-3">
            {endSentences[ended]}
          </span>
        )
      return reply.cutShort ? <Ended words={texts.reachedLengthLimit} /> : null
    }
    case 'stopped':
      return wentOnWithout(reply) ? null : <Ended words="Stopped" />
    case 'interrupted':
    case 'failed': {
      const goesOn = onGoOn && canGoOn(reply)
      const isBlank = reply.content.trim() === ''
      const why = reply.state === 'interrupted' ? texts.serverStopped : texts.modelStoppedEarly
      return (
        <span className="text-13 text-soft max-md:flex-1 max-md:basis-40 max-md:py-3">
          <span className="text-warning">{texts.brokenOff}</span>
          {` · ${reason || why} `}
          {goesOn && <RetryButton {...retry} label={texts.goOn} onRetry={onGoOn} />}
          {goesOn && isBlank && ' · '}
          {/* One with words has it among its actions. */}
          {(!goesOn || isBlank) && <RetryButton {...retry} {...(goesOn && { label: texts.askAgain })} />}
        </span>
      )
    }
  }
}

/** Its last call was left behind by a new message, and says so: nobody stopped anything. */
function wentOnWithout(reply: Reply): boolean {
  const last = partsOf(reply).findLast(({ kind }) => kind === 'tool')
  return last?.kind === 'tool' && last.status.state === 'superseded'
}

function Ended({ words }: { words: string }) {
  return <span className="display text-13 tracking-[0.08em] text-muted max-md:py-3">{words}</span>
}

function RetryButton({ failure, disabled, onRetry, label = texts.retry }: Retry & { label?: string }) {
  if (!onRetry) return null
  const retry = async () => {
    if (failure?.kind !== 'signed-out' || (await requireSignIn())) onRetry()
  }
  return (
    <button
      type="button"
      // Not `disabled`, which would lose the focus while another reply is on its way.
      aria-disabled={disabled}
      onClick={() => disabled || void retry()}
      className="-my-2 py-2 text-cyan underline underline-offset-3 hover:text-text aria-disabled:text-muted aria-disabled:no-underline max-md:-my-3 max-md:py-3"
    >
      {label}
    </button>
  )
}

/** Empty if it is not known. */
function useReason(failure: ReplyFailure | null): string {
  const online = useOnline()
  const now = useCountdown(failure?.kind === 'limited' ? failure.retryAt : null)
  return failureText(failure ?? { kind: 'silent' }, now, online)
}
