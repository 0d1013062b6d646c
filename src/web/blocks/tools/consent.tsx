import { useEffect, useRef, useState } from 'react'
import { lengthOf } from '../../../shared/text/plain-text.ts'
import type { ToolCallPart, ToolWait } from '../../../shared/tools/tool-fields.ts'
import { isAskedAlways, isOfMemory, toolLimits } from '../../../shared/tools/tool-states.ts'
import { changeFocus } from '../../lib/change-focus.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { DecisionButton, DecisionRow } from './decision-button.tsx'
import { useKeptAnswer } from './kept-answers.ts'
import { ExactlySent, SentView } from './sent-view.tsx'
import { asksAlways } from './shown-call.ts'
import * as texts from './texts.ts'
import type { DecisionState } from './use-decision.ts'

interface Props {
  part: ToolCallPart
  wait: Extract<ToolWait, { for: 'consent' }>
  agentName: string
  decision: DecisionState
}

/** What would be sent, why a person is asked, and the three answers. */
export function Consent(props: Props) {
  const { part, wait, decision } = props
  const [refusing, setRefusing] = useState(false)
  const refuse = useRef<HTMLButtonElement>(null)
  const isMixed = asksAlways(part.status)
  const remembers = isOfMemory(part)
  return (
    <>
      <div className="grid gap-2">
        <p className="label">{remembers ? texts.whatIsRemembered : texts.whatIsSent}</p>
        <SentView given={part.arguments} />
        {!isMixed && !remembers && <ExactlySent given={part.arguments} open={false} />}
      </div>
      <div className="grid gap-2">
        <p className="label">{texts.whyAsked}</p>
        <ul className="grid gap-1 text-sm leading-[1.6] text-soft">
          {wait.reasons.map((reason) => (
            <li key={reason}>{texts.reasons[reason]}</li>
          ))}
        </ul>
      </div>
      {isMixed && <Mixed part={part} />}
      {refusing ? (
        <Refusal
          {...props}
          onBack={() =>
            changeFocus(
              () => setRefusing(false),
              () => refuse.current,
            )
          }
        />
      ) : (
        <>
          <DecisionRow>
            <DecisionButton of={decision} decision={{ kind: 'once' }} tone="primary">
              {remembers ? texts.rememberIt : texts.allowOnce}
            </DecisionButton>
            <Button ref={refuse} tone="quiet" aria-expanded={false} onClick={() => setRefusing(true)}>
              {texts.refuse}
            </Button>
          </DecisionRow>
          {/* It is not in sight all the time: what is allowed for always is read to its end first. */}
          {!isAskedAlways(wait.reasons) && (
            <div className="-mt-2 grid sm:justify-items-start">
              <DecisionButton of={decision} decision={{ kind: 'always' }}>
                {texts.alwaysAllow}
              </DecisionButton>
            </div>
          )}
        </>
      )}
    </>
  )
}

/** Text of others and private text in one conversation: each letter and the receiver, before anything else. */
function Mixed({ part }: { part: ToolCallPart }) {
  return (
    <div className="grid gap-3 border-l-2 border-warning pl-3">
      <p className="text-sm leading-[1.6] text-warning">{texts.checkEachLetter}</p>
      {part.origin !== null && (
        <p className="text-sm text-soft">
          {`${texts.receiver}: `}
          <span className="font-mono wrap-anywhere text-text">{part.origin}</span>
        </p>
      )}
      <ExactlySent given={part.arguments} open />
    </div>
  )
}

function Refusal({ part, agentName, decision, onBack }: Props & { onBack: () => void }) {
  const { values, change, forget } = useKeptAnswer(`${part.call} refusal`, { words: '' })
  const words = String(values.words).trim()
  const isTooLong = lengthOf(words) > toolLimits.words
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  return (
    <form
      ref={form}
      className="contents"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
        event.preventDefault()
        event.stopPropagation()
        onBack()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooLong) decision.decide({ kind: 'refuse', words }, forget)
      }}
    >
      <TextField
        name="words"
        rows={2}
        label={texts.refuseWith(agentName)}
        hint={texts.refuseHint}
        max={toolLimits.words}
        value={String(values.words)}
        onChange={(value) => change('words', value)}
        error={isTooLong ? texts.wordsTooLong(toolLimits.words) : decision.fieldErrors.words}
      />
      <DecisionRow>
        <Button type="submit" tone="danger" aria-disabled={!decision.canDecide}>
          {texts.refuse}
        </Button>
        <Button tone="quiet" onClick={onBack}>
          {texts.back}
        </Button>
      </DecisionRow>
    </form>
  )
}
