import { Button } from '../../../ui/button.tsx'
import { column } from '../../../ui/column.ts'
import { type ShownLink, useSecondsUntil } from '../invite/use-shown-link.ts'
import * as texts from './texts.ts'

/** A line that says that the connection is lost, and when the next try is. Typed text is not lost. */
export function ConnectionLine({ link, reconnect }: { link: ShownLink; reconnect: () => void }) {
  if (link.state !== 'lost' && link.state !== 'offline') return null
  return (
    <div className="animate-fade border-b border-warning/25 bg-warning/6">
      <div
        className={`${column} flex min-h-11 items-center justify-between gap-x-4 gap-y-1 text-sm text-soft`}
      >
        <p className="py-2">
          <span className="text-warning">
            {link.state === 'offline' ? texts.offline : texts.notConnected}
          </span>
          {link.state === 'lost' && link.problem && ` · ${link.problem}`}
          {link.state === 'offline' ? (
            texts.reconnectsByItself
          ) : link.retryAt === undefined ? (
            texts.tryingNow
          ) : (
            <Countdown to={link.retryAt} />
          )}
        </p>
        {link.state === 'lost' && (
          <Button
            tone="quiet"
            size="small"
            className="-mr-3.5 flex-none max-md:min-h-11"
            aria-disabled={link.retryAt === undefined}
            onClick={reconnect}
          >
            {texts.tryNow}
          </Button>
        )}
      </div>
    </div>
  )
}

function Countdown({ to }: { to: number }) {
  const seconds = useSecondsUntil(to)
  return <span className="tabular-nums">{seconds > 0 ? texts.tryingAgainIn(seconds) : texts.tryingNow}</span>
}
