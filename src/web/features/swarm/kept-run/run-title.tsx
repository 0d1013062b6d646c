import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import type { SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'
import { dayAndTime } from '../../../lib/clock.ts'
import { Link } from '../../../lib/router/router.tsx'
import * as texts from '../texts.ts'
import { LocalTime } from './local-time.tsx'

const titles: Record<SwarmMode, (agents: string) => string> = {
  parallel: texts.sideBySide,
  debate: texts.inDebate,
  relay: texts.inRelay,
}

export function RunTitle({ run }: { run: SwarmRun }) {
  const { length } = run.seats
  const agents = texts.agentsInWords(length)
  return (
    <div>
      <p>
        <Link
          to="/swarm"
          className="label inline-flex min-h-8 items-center transition-colors hover:text-cyan max-md:min-h-11"
        >
          {texts.hub}
        </Link>
      </p>
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{titles[run.mode](agents)}</h1>
      <p className="mt-2 text-soft">
        {texts.begun}
        <LocalTime at={run.createdAt} format={dayAndTime} room={texts.roomForTime} />
      </p>
    </div>
  )
}
