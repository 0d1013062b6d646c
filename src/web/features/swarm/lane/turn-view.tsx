import { memo } from 'react'
import type { SwarmTurn } from '../../../../shared/swarm/swarm.ts'
import { CitedMarkdown } from '../../../blocks/citations/cited-markdown.tsx'
import { StopIcon } from '../../../ui/icons.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import { turnEnd } from '../actions/run-words.ts'
import { useRunAction } from '../actions/use-run-action.ts'
import * as texts from '../texts.ts'

export const TurnView = memo(function TurnView(props: {
  turn: SwarmTurn
  agentName: string
  leftOut: boolean
  /** Stops the turn and keeps its text so far; undefined if the viewer may not. */
  stop: ((turn: string) => Promise<void>) | undefined
}) {
  const { turn, agentName, stop } = props
  const running = turn.state === 'running'
  const hasWords = turn.content.trim() !== ''
  const end = turnEnd(turn)
  if (turn.again)
    return (
      <p className="text-[13px] leading-snug text-muted">
        {hasWords ? texts.askedAgainAfter(turn.said ?? 0) : texts.askedAgain}
      </p>
    )
  return (
    <div
      data-turn={turn.id}
      aria-busy={running}
      className={`min-w-0 border-l-2 pl-3 ${props.leftOut ? 'border-line-strong' : 'border-magenta'}`}
    >
      <p className="sr-only">{texts.agentSaid(agentName)}</p>
      {hasWords ? (
        <div
          className={`max-w-[70ch] text-[15px] leading-[1.6] [overflow-wrap:anywhere] ${props.leftOut ? 'text-muted' : ''}`}
        >
          <CitedMarkdown text={turn.content} growing={running} sources={turn.sources} />
        </div>
      ) : (
        running && <Thinking />
      )}
      {end && (
        <p
          className={`text-[13px] leading-snug ${hasWords ? 'mt-2' : ''} ${turn.state === 'failed' || turn.state === 'interrupted' ? 'text-warning' : 'text-muted'}`}
        >
          {end}
        </p>
      )}
      {running && stop && <Stop turn={turn.id} agentName={agentName} stop={stop} />}
    </div>
  )
})

export function Thinking() {
  return (
    <p className="label flex min-h-6 items-center gap-3 leading-normal text-magenta">
      <span
        aria-hidden="true"
        className="h-0.5 w-9 flex-none animate-pulse-soft [background-image:linear-gradient(to_right,transparent,var(--color-magenta))]"
      />
      {texts.thinking}
    </p>
  )
}

export function Stop(props: { turn: string; agentName: string; stop: (turn: string) => Promise<void> }) {
  const action = useRunAction(() => props.stop(props.turn))
  return (
    <div className="mt-1">
      <ActionButton
        action={action}
        label={texts.stop}
        busyLabel="Stopping"
        of={props.agentName}
        icon={<StopIcon width={15} height={15} />}
      />
    </div>
  )
}
