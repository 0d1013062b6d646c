import { useEffect, useState } from 'react'
import type { Trouble } from './conversation.ts'
import { troubleText } from './trouble.ts'
import { useOnline } from './use-online.ts'

/** Decision 17: a person must be able to tell silence from failure. */
export function NotAnswered(props: { trouble: Trouble | null; disabled: boolean; onRetry: () => void }) {
  const online = useOnline()
  const now = useNowUntil(props.trouble?.kind === 'limited' ? props.trouble.retryAt : null)
  const more = props.trouble ? troubleText(props.trouble, now, online) : ''
  return (
    <div className="text-right text-[13px] text-soft">
      <p>
        {'Not answered · '}
        <button
          type="button"
          onClick={props.onRetry}
          disabled={props.disabled}
          className="-my-2 py-2 text-cyan underline underline-offset-3 hover:text-text disabled:text-muted disabled:no-underline max-md:-my-3 max-md:py-3"
        >
          Retry
        </button>
      </p>
      {more && <p className="mt-1 text-muted">{more}</p>}
    </div>
  )
}

/** The time, second by second, until a moment has come. */
function useNowUntil(moment: Date | null): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!moment) return
    const timer = setInterval(() => {
      setNow(new Date())
      if (Date.now() >= moment.getTime()) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [moment])
  return now
}
