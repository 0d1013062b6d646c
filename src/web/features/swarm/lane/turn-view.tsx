import { lazy, memo, Suspense } from 'react'
import type { SwarmTurn } from '../../../../shared/swarm/swarm.ts'
import { CitedMarkdown } from '../../../blocks/citations/cited-markdown.tsx'
import { ModelLine } from '../../../blocks/models/model-line.tsx'
import { StopIcon } from '../../../ui/icons.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import { endTone, turnEnd } from '../actions/run-words.ts'
import { useRunAction } from '../actions/use-run-action.ts'
import * as texts from '../texts.ts'

const load = () => import('./turn-calls.tsx').catch(() => ({ default: Words }))
// A first visit seldom shows a call.
const TurnCalls = lazy(load)

export const TurnView = memo(function TurnView(props: {
  turn: SwarmTurn
  agentName: string
  leftOut: boolean
  /** Stops the turn and keeps its text so far; undefined if the viewer may not. */
  stop: ((turn: string) => Promise<void>) | undefined
}) {
  const { turn, agentName, stop } = props
  const running = turn.state === 'running'
  const hasCalls = (turn.ownCalls ?? turn.calls) !== undefined
  const hasWords = turn.content.trim() !== '' || hasCalls
  // Of one that waits, its lane says so.
  const end = turn.state === 'waiting' ? '' : turnEnd(turn)
  if (turn.again)
    return (
      <p className="text-13 leading-snug text-muted">
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
          className={`max-w-[70ch] text-15 leading-[1.6] [overflow-wrap:anywhere] ${props.leftOut ? 'text-muted' : ''}`}
        >
          {hasCalls ? (
            <Suspense fallback={<Words turn={turn} />}>
              <TurnCalls turn={turn} agentName={agentName} mayDecide={stop !== undefined} />
            </Suspense>
          ) : (
            <Words turn={turn} />
          )}
        </div>
      ) : (
        running && <Thinking />
      )}
      {end && <p className={`text-13 leading-snug ${hasWords ? 'mt-2' : ''} ${endTone(turn)}`}>{end}</p>}
      {turn.model && <TurnModel model={turn.model} />}
      {(running || turn.state === 'waiting') && stop && (
        <Stop turn={turn.id} agentName={agentName} stop={stop} />
      )}
    </div>
  )
})

function Words({ turn: { content, state, sources } }: { turn: SwarmTurn }) {
  return <CitedMarkdown text={content} growing={state === 'running'} sources={sources} />
}

export function TurnModel({ model }: { model: NonNullable<SwarmTurn['model']> }) {
  return (
    <div className="mt-1 flex flex-wrap">
      <ModelLine model={model} />
    </div>
  )
}

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
