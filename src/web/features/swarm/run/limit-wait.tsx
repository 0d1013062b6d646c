import { useMemo } from 'react'
import type { SwarmTurn } from '../../../../shared/swarm/swarm.ts'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import * as texts from '../texts.ts'

/** The note on turns that wait for a rate limit: announced once, with a countdown; the server continues by itself. */
export function LimitWait({ turns }: { turns: readonly SwarmTurn[] }) {
  const [until] = turns.flatMap(({ waitsUntil }) => waitsUntil ?? []).sort()
  return (
    <div className={until === undefined ? 'contents' : ''}>
      <p role="status" className="sr-only">
        {until !== undefined && texts.limitWaits}
      </p>
      {until !== undefined && <Countdown key={until} until={until} />}
    </div>
  )
}

function Countdown(props: { until: string }) {
  const until = useMemo(() => new Date(props.until), [props.until])
  const now = useCountdown(until)
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return (
    <p aria-hidden="true" className="text-13 text-warning tabular-nums">
      {texts.limitWaitsFor(seconds)}
    </p>
  )
}
