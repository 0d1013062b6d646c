import { useSyncExternalStore } from 'react'
import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import type { SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'
import { dayAndTime } from '../../../lib/clock.ts'
import { Link } from '../../../lib/router/router.tsx'

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five']

const titles: Record<SwarmMode, (agents: string) => string> = {
  parallel: (agents) => `${agents} side by side`,
  debate: (agents) => `${agents} in debate`,
  relay: (agents) => `${agents} in relay`,
}

const never = () => () => {}

/** What kind of run it is, and when it was begun. The first paint, which does not know where the reader is, leaves room. */
export function RunTitle({ run }: { run: SwarmRun }) {
  const known = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const { length } = run.seats
  const agents = `${numbers[length] ?? length} ${length === 1 ? 'agent' : 'agents'}`
  return (
    <div>
      <p>
        <Link
          to="/swarm"
          className="label inline-flex min-h-8 items-center transition-colors hover:text-cyan max-md:min-h-11"
        >
          Swarm Intelligence Hub
        </Link>
      </p>
      <h1 className="text-[30px] leading-[1.05] font-bold md:text-[38px]">{titles[run.mode](agents)}</h1>
      <p className="mt-2 text-soft">
        {'Begun '}
        <time dateTime={run.createdAt} className={known ? '' : 'invisible'}>
          {known ? dayAndTime(new Date(run.createdAt)) : 'Jan 1, 2026, 00:00'}
        </time>
      </p>
    </div>
  )
}
