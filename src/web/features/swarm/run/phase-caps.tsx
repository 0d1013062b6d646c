import { turnsOf } from '../../../../shared/swarm-plan.ts'
import type { PhasePart } from './phase-parts.ts'
import { count } from './run-words.ts'

/** What of the two caps of a phase is used. */
export function PhaseCaps({ part }: { part: PhasePart }) {
  const { phase, words, turnsTaken, lanes } = part
  const most = turnsOf({ seats: lanes.length, rounds: phase.rounds })
  const open = words.spent - words.said
  return (
    <div className="grid w-full max-w-[420px] gap-2 text-[13px] text-muted tabular-nums">
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <span>{`${count(words.said)} of ${count(phase.words)} words`}</span>
        <span>{`${turnsTaken} of at most ${most} turns`}</span>
      </p>
      {/* What was said, and fainter what those who speak may yet say. */}
      <span aria-hidden="true" className="relative block h-0.5 overflow-hidden bg-line">
        <Level share={words.spent / phase.words} className="bg-magenta/30" />
        <Level share={words.said / phase.words} className="bg-magenta" />
      </span>
      {open > 0 && <p className="sr-only">{`${count(open)} more are set aside for who speaks.`}</p>}
    </div>
  )
}

function Level({ share, className }: { share: number; className: string }) {
  return (
    <span
      className={`absolute inset-0 origin-left transition-transform duration-200 ${className}`}
      style={{ transform: `scaleX(${Math.min(1, share)})` }}
    />
  )
}
