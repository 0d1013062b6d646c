import { requireSignIn } from '../../../lib/identity.ts'
import { useNowUntil } from '../../../lib/use-now-until.ts'
import { useOnline } from '../../../lib/use-online.ts'
import type { Trouble } from '../conversation/conversation.ts'
import { troubleText } from '../conversation/trouble.ts'

/** Decision 17: a person must be able to tell silence from failure. */
export function NotAnswered(props: {
  trouble: Trouble | null
  disabled: boolean
  /** Without it nobody is there to be asked. */
  onRetry: (() => void) | undefined
}) {
  const { trouble, onRetry } = props
  const online = useOnline()
  const now = useNowUntil(trouble?.kind === 'limited' ? trouble.retryAt : null)
  const more = trouble ? troubleText(trouble, now, online) : ''
  const retry = async () => {
    if (trouble?.kind !== 'signed-out' || (await requireSignIn())) onRetry?.()
  }
  return (
    <div className="text-right text-[13px] text-soft">
      <p>
        {onRetry ? 'Not answered · ' : 'Not answered'}
        {onRetry && (
          <button
            type="button"
            onClick={() => void retry()}
            disabled={props.disabled}
            className="-my-2 py-2 text-cyan underline underline-offset-3 hover:text-text disabled:text-muted disabled:no-underline max-md:-my-3 max-md:py-3"
          >
            Retry
          </button>
        )}
      </p>
      {more && <p className="mt-1 text-muted">{more}</p>}
    </div>
  )
}
