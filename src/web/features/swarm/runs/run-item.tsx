import type { SwarmSummary } from '../../../../shared/swarm/swarm.ts'
import type { SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'
import { DeleteButton, LastUsed, Row, RowTitle } from '../../../blocks/list/row.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import { listed, stateNames } from '../actions/run-words.ts'
import { isRunning } from '../api/runs.ts'
import * as texts from '../texts.ts'

export function RunItem(props: { run: SwarmSummary; onDelete: () => void }) {
  const { run } = props
  return (
    <Row tight>
      <div className="grid min-w-0 flex-1 gap-2">
        <RowTitle link={{ to: `/swarm/${run.id}` }}>{run.task}</RowTitle>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="flex flex-none *:not-first:-ml-1.5">
            <span className="sr-only">{listed(run.seats.map(({ agentName }) => agentName))}</span>
            {run.seats.map((seat, index) => (
              <Picture
                // biome-ignore lint/suspicious/noArrayIndexKey: a run's seats keep their places
                key={index}
                src={seat.agentImageUrl}
                alt=""
                title={seat.agentName}
                width={26}
                height={26}
                loading="lazy"
                className={`hexagon size-6.5 object-cover ${seat.dropped ? 'opacity-50 [filter:grayscale(1)]' : ''}`}
              />
            ))}
          </p>
          <p className="flex flex-wrap items-center gap-x-1.5 text-13 leading-[1.5] text-muted">
            <RunState run={run} />
            <span aria-hidden="true">·</span>
            <span>{modeWords[run.mode]}</span>
            {run.shared && (
              <>
                <span aria-hidden="true">·</span>
                <span className="text-cyan">{texts.shared}</span>
              </>
            )}
            <LastUsed at={run.updatedAt} />
          </p>
        </div>
      </div>
      <DeleteButton label={texts.deleteRun(run.task)} onDelete={props.onDelete} />
    </Row>
  )
}

const modeWords: Record<SwarmMode, string> = {
  parallel: texts.parallelShort,
  debate: texts.debate,
  relay: texts.relay,
}

function RunState({ run }: { run: SwarmSummary }) {
  const name = stateNames[run.state]
  if (isRunning(run))
    return (
      <span className="flex items-center gap-2 text-magenta">
        <span aria-hidden="true" className="dot animate-pulse-soft [--hue:var(--color-magenta)]" />
        {name}
      </span>
    )
  const bad = run.state === 'failed' || run.state === 'interrupted'
  return <span className={bad ? 'text-warning' : ''}>{name}</span>
}

/** The placeholder of a stored run, so that the layout does not shift. */
export function RunSkeleton() {
  return (
    <li aria-hidden="true" className="grid gap-2.5 py-3 pl-3">
      <div className="skeleton h-3.5 w-4/5" />
      <div className="flex items-center gap-3">
        <div className="skeleton h-6.5 w-16" />
        <div className="skeleton h-3 w-2/5" />
      </div>
    </li>
  )
}
