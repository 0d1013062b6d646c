import { useId, useRef, useState } from 'react'
import { type SwarmMode, turnsOf } from '../../../../shared/swarm/swarm-plan.ts'
import { endlessClass } from '../../../ui/endless.ts'
import type { RunActions } from '../actions/run-actions.ts'
import { count, modeLine } from '../actions/run-words.ts'
import { LaneStrip } from '../lane/lane-strip.tsx'
import { LaneView } from '../lane/lane-view.tsx'
import type { PhasePart } from '../lane/phase-parts.ts'
import { useShownLane } from '../lane/use-shown-lane.ts'
import * as texts from '../texts.ts'
import { SynthesisView } from './synthesis-view.tsx'

export function PhaseView(props: { part: PhasePart; mode: SwarmMode; actions: RunActions | null }) {
  const { part, mode } = props
  const id = useId()
  const actions = part.state === 'running' ? props.actions : null
  return (
    <section
      aria-labelledby={id}
      data-phase={part.index}
      tabIndex={-1}
      className={`grid min-w-0 grid-cols-1 gap-6 outline-none ${part.index > 0 ? 'mt-3 border-t border-line pt-9' : ''}`}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div className="grid min-w-0 flex-[1_1_340px] gap-3">
          <h2 id={id} className="label">
            {part.index === 0 ? texts.task : texts.followUp}
          </h2>
          <TaskText text={part.phase.task} />
        </div>
        <div className="grid flex-[0_1_420px] gap-2.5">
          <p className="text-sm text-soft">{modeLine(mode, part.phase)}</p>
          <PhaseCaps part={part} />
        </div>
      </div>
      <Lanes part={part} mode={mode} actions={actions} />
      <SynthesisView part={part} actions={actions} />
    </section>
  )
}

/** The lanes of a phase side by side, five of them at 1280 px; where they do not fit, the row scrolls with snapping. */
function Lanes(props: { part: PhasePart; mode: SwarmMode; actions: RunActions | null }) {
  const { part, mode } = props
  const list = useRef<HTMLUListElement>(null)
  const { shown, show } = useShownLane(list)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <LaneStrip lanes={part.lanes} shown={shown} onShow={show} />
      <ul
        ref={list}
        aria-label={mode === 'relay' ? texts.agentsInOrder : texts.agents}
        // What is placed absolutely in it, as text for screen readers is, scrolls with it and does not widen the page.
        className="relative grid [scroll-snap-type:x_mandatory] auto-cols-[minmax(264px,1fr)] grid-flow-col divide-x divide-line overflow-x-auto overscroll-x-contain scroll-smooth max-md:-mx-[18px] max-md:scroll-px-1.5 max-md:auto-cols-[86%] max-md:px-1.5 md:-mx-3.5 xl:auto-cols-[minmax(216px,1fr)]"
        style={{ gridTemplateRows: `auto repeat(${part.phase.rounds}, auto)` }}
      >
        {part.lanes.map((lane) => (
          <LaneView key={lane.index} lane={lane} part={part} mode={mode} actions={props.actions} />
        ))}
      </ul>
    </div>
  )
}

function PhaseCaps({ part }: { part: PhasePart }) {
  const { phase, words, turnsTaken, lanes } = part
  const most = turnsOf({ seats: lanes.length, rounds: phase.rounds })
  const open = words.spent - words.said
  return (
    <div className="grid w-full max-w-[420px] gap-2 text-13 text-muted tabular-nums">
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <span>{texts.wordsOf(count(words.said), count(phase.words))}</span>
        <span>{texts.turnsOf(turnsTaken, most)}</span>
      </p>
      {/* The words produced, and in a lighter colour those that running turns may still produce. */}
      <span aria-hidden="true" className="relative block h-0.5 overflow-hidden bg-line">
        <Level share={words.spent / phase.words} className="bg-magenta/30" />
        <Level share={words.said / phase.words} className="bg-magenta" />
      </span>
      {open > 0 && <p className="sr-only">{texts.reserved(count(open))}</p>}
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

/** A task longer than this, in UTF-16 units, is folded at first. */
const LONG = 480

/** The task with its line breaks; a long one is folded. */
function TaskText({ text }: { text: string }) {
  const [unfolded, setUnfolded] = useState(false)
  const isLong = text.length > LONG || text.split('\n').length > 8
  return (
    <div className="grid justify-items-start gap-1">
      <p
        className={`${endlessClass(text)} max-w-[70ch] text-17 leading-[1.5] whitespace-pre-wrap [overflow-wrap:anywhere] ${isLong && !unfolded ? 'line-clamp-4' : ''}`}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className="-my-2 py-2 text-cyan underline underline-offset-3 hover:text-text max-md:-my-3 max-md:py-3"
        >
          {unfolded ? texts.lessOfTask : texts.wholeTask}
        </button>
      )}
    </div>
  )
}
