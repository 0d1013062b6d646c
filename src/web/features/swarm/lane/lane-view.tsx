import type { SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import type { RunActions } from '../actions/run-actions.ts'
import { TakeOut } from '../actions/take-out.tsx'
import * as texts from '../texts.ts'
import { LaneMark } from './lane-mark.tsx'
import type { LanePart, PhasePart } from './phase-parts.ts'
import { TurnView } from './turn-view.tsx'

/** Rounds are in rows shared by all lanes, so that turns of the same round are side by side. */
export function LaneView(props: {
  lane: LanePart
  part: PhasePart
  mode: SwarmMode
  /** Null if the phase is not running, or the run is somebody else's. */
  actions: RunActions | null
}) {
  const { lane, part, mode, actions } = props
  const { seat, state } = lane
  const leftOut = state === 'failed' || state === 'dropped'
  const { rounds } = part.phase
  return (
    <li
      aria-label={seat.agentName}
      data-lane={lane.index}
      // Takes the focus when a pressed control in it is removed.
      tabIndex={-1}
      className="row-span-full grid min-w-0 snap-start grid-rows-subgrid px-3 outline-none md:px-3.5"
    >
      <div className="grid content-start gap-1 pb-2">
        <div className="flex min-w-0 gap-3">
          <Picture
            src={seat.agentImageUrl}
            alt=""
            width={40}
            height={40}
            className={`hexagon size-10 flex-none object-cover ${leftOut ? 'opacity-50 [filter:grayscale(1)]' : ''}`}
          />
          <div className="min-w-0 flex-1">
            <h3 className="text-15 leading-snug font-semibold">
              <Link
                to={`/chat/${seat.agentId}`}
                title={texts.talkAlone(seat.agentName)}
                className="flex min-h-6 items-center transition-colors hover:text-cyan max-md:-mt-2.5 max-md:min-h-11"
              >
                <span className="line-clamp-2 text-left" title={seat.agentName}>
                  {seat.agentName}
                </span>
              </Link>
            </h3>
            <LaneMark
              state={state}
              place={mode === 'relay' ? `${lane.index + 1} of ${part.lanes.length}` : ''}
              synthesis={part.state === 'running' || part.synthesis !== undefined}
            />
          </div>
        </div>
        {actions && !leftOut && !part.synthesis && (
          <TakeOut name={seat.agentName} takeOut={() => actions.drop(lane.index)} />
        )}
      </div>
      {Array.from({ length: rounds }, (_, index) => index + 1).map((round) => (
        <div key={round} className="grid min-w-0 content-start gap-3 border-t border-line pt-4 pb-6">
          {rounds > 1 && <p className="label">{texts.roundNumber(round)}</p>}
          {lane.turns
            .filter((turn) => turn.round === round)
            .map((turn) => (
              <TurnView
                key={turn.id}
                turn={turn}
                agentName={seat.agentName}
                leftOut={leftOut}
                stop={actions?.stopTurn}
              />
            ))}
          <NotYet lane={lane} part={part} round={round} mode={mode} />
        </div>
      ))}
    </li>
  )
}

function NotYet(props: { lane: LanePart; part: PhasePart; round: number; mode: SwarmMode }) {
  const { lane, part, round, mode } = props
  const isNext = lane.turns.filter(({ again }) => !again).length === round - 1
  if (lane.state !== 'waiting' || !isNext) return null
  const before = part.lanes.findLast(
    ({ index, state }) => index < lane.index && state !== 'failed' && state !== 'dropped',
  )
  return (
    <p className="text-13 leading-snug text-muted">
      {mode === 'relay' && before ? texts.waitsAfter(before.seat.agentName) : texts.waits}
    </p>
  )
}
