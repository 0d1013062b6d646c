import type { SwarmSummary } from '../../../../shared/swarm/swarm.ts'
import type { SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'
import { useMinute } from '../../../lib/hooks/use-minute.ts'
import { lastUsed } from '../../../lib/last-used.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import { listed, stateNames } from '../actions/run-words.ts'
import { isRunning } from './use-run-list.ts'

/** One kept run: all of it is the link of its task; what deletes it lies above that link. */
export function RunItem(props: { run: SwarmSummary; onDelete: () => void }) {
  const { run } = props
  const minute = useMinute()
  return (
    <li className="relative flex items-start gap-1 py-3 pl-3 transition-colors duration-200 focus-within:bg-cyan/4 hover:bg-cyan/4">
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="line-clamp-2 text-[14.5px] leading-[1.4] wrap-anywhere">
          <Link
            to={`/swarm/${run.id}`}
            className="text-soft outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-cyan"
          >
            {run.task}
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="flex flex-none -space-x-1.5">
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
                className={`hexagon size-6.5 object-cover ${seat.dropped ? 'opacity-50 grayscale' : ''}`}
              />
            ))}
          </p>
          <p className="flex flex-wrap items-center gap-x-1.5 text-[12.5px] leading-[1.5] text-muted">
            <RunState run={run} />
            <span aria-hidden="true">·</span>
            <span>{modeWords[run.mode]}</span>
            {run.shared && (
              <>
                <span aria-hidden="true">·</span>
                <span className="text-cyan">Shared</span>
              </>
            )}
            {minute !== null && (
              <>
                <span aria-hidden="true">·</span>
                <time dateTime={run.updatedAt} className="flex-none tabular-nums">
                  {lastUsed(new Date(run.updatedAt), new Date())}
                </time>
              </>
            )}
          </p>
        </div>
      </div>
      <Button
        size="small"
        icon
        tone="quiet"
        className="relative z-10 max-md:size-11"
        aria-label={`Delete the run ${run.task}`}
        onClick={props.onDelete}
      >
        <TrashIcon width={18} height={18} />
      </Button>
    </li>
  )
}

const modeWords: Record<SwarmMode, string> = { parallel: 'Parallel', debate: 'Debate', relay: 'Relay' }

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

/** Has the shape of a kept run, so that nothing jumps when it comes. */
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
