import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'
import { DecisionButton, DecisionRow } from './decision-button.tsx'
import { ExactlySent, SentView } from './sent-view.tsx'
import * as texts from './texts.ts'
import type { DecisionState } from './use-decision.ts'

/** A call that was sent and has no result: only the person can find out what became of it. */
export function Settle({ part, decision }: { part: ToolCallPart; decision: DecisionState }) {
  return (
    <>
      <p className="max-w-[70ch] text-15 leading-[1.6] text-soft">
        {part.origin === null ? texts.sentHere : texts.sentWithoutAnswer(part.origin)}
      </p>
      <div className="grid gap-2">
        <p className="label">{texts.request}</p>
        <SentView given={part.arguments} label={texts.request} />
        <ExactlySent given={part.arguments} open={false} />
      </div>
      <DecisionRow>
        <DecisionButton of={decision} decision={{ kind: 'settle', as: 'happened' }}>
          {texts.happened}
        </DecisionButton>
        <DecisionButton of={decision} decision={{ kind: 'settle', as: 'did-not' }}>
          {texts.didNot}
        </DecisionButton>
        <DecisionButton of={decision} decision={{ kind: 'settle', as: 'again' }} tone="quiet">
          {texts.askAnew}
        </DecisionButton>
      </DecisionRow>
    </>
  )
}
