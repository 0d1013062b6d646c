import { useMemo } from 'react'
import type { SwarmRun, SwarmTurn } from '../../../../shared/swarm/swarm.ts'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { Button } from '../../../ui/button.tsx'
import { StopIcon } from '../../../ui/icons.tsx'
import type { RunActions } from '../actions/run-actions.ts'
import { stateNames } from '../actions/run-words.ts'
import { useRunAction } from '../actions/use-run-action.ts'
import * as texts from '../texts.ts'

/** `lost` after a final failure, `over` when the run has ended. */
export type Following = 'live' | 'reconnecting' | 'lost' | 'over'

export function RunHead(props: { run: SwarmRun; actions: RunActions | null; following: Following }) {
  const { run, actions, following } = props
  const running = run.state === 'running'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="label flex items-center gap-2.5 leading-[1.4]">
        <RunMark run={run} following={following} />
      </p>
      {running && actions && <StopRun stop={actions.stop} />}
      {running && <LimitWait turns={run.turns} />}
    </div>
  )
}

function RunMark({ run, following }: { run: SwarmRun; following: Following }) {
  if (run.state === 'running' && following === 'reconnecting')
    return <span className="text-warning">{texts.reconnecting}</span>
  if (run.state === 'running' && following === 'lost')
    return <span className="text-warning">{texts.connectionLost}</span>
  if (run.state === 'running')
    return (
      <span className="flex items-center gap-2.5 text-magenta">
        <span aria-hidden="true" className="dot animate-pulse-soft [--hue:var(--color-magenta)]" />
        {stateNames.running}
      </span>
    )
  const bad = run.state === 'failed' || run.state === 'interrupted'
  return <span className={bad ? 'text-warning' : 'text-soft'}>{stateNames[run.state]}</span>
}

function StopRun({ stop }: { stop: () => Promise<void> }) {
  const action = useRunAction(stop)
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      {action.problem && (
        <p role="alert" className="text-13 text-warning">
          {action.problem}
        </p>
      )}
      <Button size="small" className="max-md:min-h-11" aria-disabled={action.busy} onClick={action.go}>
        <StopIcon width={15} height={15} />
        {action.busy ? texts.stopping : action.problem ? texts.stopAgain : texts.stopRun}
      </Button>
    </div>
  )
}

/** The note on turns that wait for a rate limit: announced once, with a countdown; the server continues by itself. */
function LimitWait({ turns }: { turns: readonly SwarmTurn[] }) {
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
