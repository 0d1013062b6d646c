import { useId } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import type { RunActions } from '../actions/run-actions.ts'
import { endTone, listed, turnEnd } from '../actions/run-words.ts'
import { joinedIn, type PhasePart } from '../lane/phase-parts.ts'
import { Stop, Thinking, TurnModel } from '../lane/turn-view.tsx'
import * as texts from '../texts.ts'

export function SynthesisView({ part, actions }: { part: PhasePart; actions: RunActions | null }) {
  const { synthesis } = part
  const id = useId()
  if (!synthesis) return null
  const running = synthesis.state === 'running'
  const hasWords = synthesis.content.trim() !== ''
  const end = turnEnd(synthesis)
  return (
    <section aria-labelledby={id} className="panel hairline cut grid grid-cols-1 gap-4 p-5 md:p-8">
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1.5">
          <h3 id={id} className="text-xl leading-snug font-semibold">
            {texts.synthesis}
          </h3>
          <Joined part={part} />
        </div>
        {!running && hasWords && <CopyButton text={synthesis.content} label={texts.copySynthesis} />}
      </div>
      <div data-turn={synthesis.id} aria-busy={running} className="border-l-2 border-magenta pl-3.5 md:pl-5">
        {hasWords ? (
          <div className="max-w-[70ch] text-base leading-[1.6] [overflow-wrap:anywhere]">
            <Markdown text={synthesis.content} growing={running} />
          </div>
        ) : (
          running && <Thinking />
        )}
        {end && (
          <p className={`text-13 leading-snug ${hasWords ? 'mt-2' : ''} ${endTone(synthesis)}`}>{end}</p>
        )}
        {synthesis.model && <TurnModel model={synthesis.model} />}
        {running && actions && <Stop turn={synthesis.id} agentName="the synthesis" stop={actions.stopTurn} />}
      </div>
    </section>
  )
}

function Joined({ part }: { part: PhasePart }) {
  const { joined, leftOut } = joinedIn(part)
  return (
    <p className="text-13 leading-snug text-muted">
      {joined.length > 0 && texts.combines(listed(joined))}
      {leftOut.length > 0 && <span className="text-warning">{texts.leavesOut(listed(leftOut))}</span>}
    </p>
  )
}
