import * as texts from '../texts.ts'
import type { LaneState } from './phase-parts.ts'

export const laneMarks: Record<LaneState, string> = {
  waiting: texts.laneWaiting,
  thinking: texts.thinking,
  speaking: texts.laneSpeaking,
  asking: texts.waitsForDecision,
  done: texts.done,
  unasked: texts.notAsked,
  stopped: texts.laneStopped,
  interrupted: texts.laneInterrupted,
  failed: texts.laneFailed,
  dropped: texts.dropped,
}

/** Something happens in the lane, or it waits for the person. */
export const isLit = (state: LaneState) => state === 'thinking' || state === 'speaking' || state === 'asking'

export function LaneMark(props: {
  state: LaneState
  /** Its place in a relay; empty if the order does not matter. */
  place: string
  /** Whether there is, or will be, a synthesis. */
  synthesis: boolean
}) {
  const { state, place } = props
  const lit = isLit(state)
  const leftOut = state === 'failed' || state === 'dropped'
  const tone = lit ? 'text-magenta' : leftOut ? 'text-warning' : 'text-muted'
  return (
    <div className={`text-13 leading-snug ${tone}`}>
      <p className="flex items-center gap-2">
        {lit && <span aria-hidden="true" className="dot animate-pulse-soft [--hue:var(--color-magenta)]" />}
        {place ? `${place} · ${laneMarks[state]}` : laneMarks[state]}
      </p>
      {leftOut && props.synthesis && <p>{texts.leftOut}</p>}
    </div>
  )
}
