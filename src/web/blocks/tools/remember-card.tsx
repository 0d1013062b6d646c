import { useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { REMEMBERED_AS } from '../../../shared/memory/memory-limits.ts'
import { withHiddenLetters } from '../../../shared/text/hidden-letters.ts'
import type { ToolCallPart, ToolWait } from '../../../shared/tools/tool-fields.ts'
import { type ConsentReason, isOfMemory } from '../../../shared/tools/tool-states.ts'
import { useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useMemoryChanges } from '../memory/memory-changes.ts'
import { memoryQuery } from '../memory/memory-query.ts'
import { sentFields } from './argument-view.ts'
import { DecisionButton, DecisionRow } from './decision-button.tsx'
import * as texts from './texts.ts'
import { ToolDecisions } from './tool-decisions.ts'
import type { DecisionState } from './use-decision.ts'

/** What an agent wants to remember, in plain words: no other letter of the call counts. */
interface Remembered {
  fact: string
  /** The number of the fact in whose place it stands. */
  replaces: number | null
}

/** Undefined for any other call, and for one whose fact can't be read. */
export function rememberedOf(part: ToolCallPart): Remembered | undefined {
  if (!isOfMemory(part)) return undefined
  const fields = sentFields(part.arguments) ?? []
  const fieldOf = (path: string) => fields.find((field) => field.path.join('.') === path)
  const fact = fieldOf('fact')
  const replaces = Number(fieldOf('replaces')?.value)
  if (!fact?.isText) return undefined
  return { fact: fact.value, replaces: Number.isInteger(replaces) && replaces > 0 ? replaces : null }
}

/** May it be remembered: the words, what they replace, and three answers of which none is for always. */
export function RememberConsent(props: {
  remembered: Remembered
  wait: Extract<ToolWait, { for: 'consent' }>
  agentName: string
  decision: DecisionState
}) {
  const { remembered, wait, agentName, decision } = props
  const agentId = useContext(ToolDecisions)?.agentId
  return (
    <>
      <blockquote className="border-l-2 border-magenta pl-4 text-lg leading-[1.5] wrap-anywhere">
        {remembered.fact}
      </blockquote>
      {remembered.replaces !== null && (
        <Replaced number={remembered.replaces} {...(agentId && { agentId })} />
      )}
      <div className="grid max-w-[64ch] gap-1.5 text-sm leading-[1.6] text-pretty text-soft">
        <p>
          {wait.reasons.includes('remember')
            ? texts.rememberFirst(agentName)
            : texts.rememberAbout(agentName)}
        </p>
        {wait.reasons.filter(isWarned).map((reason) => (
          <p key={reason} className="text-warning">
            {texts.reasons[reason]}
          </p>
        ))}
      </div>
      <DecisionRow>
        <DecisionButton of={decision} decision={{ kind: 'once' }} tone="primary">
          {texts.remember}
        </DecisionButton>
        <DecisionButton of={decision} decision={{ kind: 'refuse', words: '' }}>
          {texts.dontRemember}
        </DecisionButton>
        {agentId && <NeverButton agentId={agentId} agentName={agentName} decision={decision} />}
      </DecisionRow>
    </>
  )
}

/** That a first fact is asked for, and that remembering changes something, the card says itself. */
function isWarned(reason: ConsentReason): boolean {
  switch (reason) {
    case 'remember':
    case 'acts':
    case 'first':
      return false
    case 'untrusted':
    case 'private':
    case 'unsaid':
      return true
    default:
      return reason satisfies never
  }
}

function Replaced({ number, agentId }: { number: number; agentId?: string }) {
  const viewer = useViewer() ?? ''
  const { data } = useQuery({
    ...memoryQuery(useApi(), viewer, agentId ?? ''),
    enabled: agentId !== undefined && viewer !== '',
  })
  const known = data?.facts.find((fact) => fact.number === number)
  return (
    <p className="text-sm leading-[1.6] wrap-anywhere text-soft">
      {`${texts.inPlaceOf} `}
      {known ? (
        <span className="text-text">{`“${withHiddenLetters(known.text)}”`}</span>
      ) : (
        texts.factNumber(number)
      )}
    </p>
  )
}

/** Switches the memory of the agent off, and refuses. */
function NeverButton(props: { agentId: string; agentName: string; decision: DecisionState }) {
  const { decision } = props
  const { choose } = useMemoryChanges(props.agentId)
  const [isBusy, setBusy] = useState(false)
  const never = async () => {
    if (!decision.canDecide || isBusy) return
    setBusy(true)
    try {
      await choose({ state: 'off' })
      decision.decide({ kind: 'refuse', words: '' })
      toast.success(texts.neverRemembers(props.agentName))
    } catch (error) {
      toast.error(texts.notDecided(explainError(error)))
    }
    setBusy(false)
  }
  return (
    <Button tone="quiet" aria-disabled={!decision.canDecide || isBusy} onClick={() => void never()}>
      {texts.neverForAgent}
    </Button>
  )
}

/** What became of it: remembered, with an undo for whoever it is about. The fact has the id of its call. */
export function RememberedLine({ part, remembered }: { part: ToolCallPart; remembered: Remembered }) {
  const agentId = useContext(ToolDecisions)?.agentId
  // A fact that was there before has another id, and its versions are in the panel.
  const isNew = part.status.state === 'done' && part.status.result.startsWith(REMEMBERED_AS)
  return (
    <p className="flex max-w-full items-baseline gap-x-2 py-1.5 text-13 leading-snug text-muted">
      <span aria-hidden="true" className="dot [--hue:var(--color-good)]" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium text-soft">{texts.remembered}</span> {remembered.fact}
        {agentId && isNew && <UndoRemembered agentId={agentId} call={part.call} />}
      </span>
    </p>
  )
}

function UndoRemembered({ agentId, call }: { agentId: string; call: string }) {
  const { remove, refresh } = useMemoryChanges(agentId)
  const [state, setState] = useState<'there' | 'going' | 'gone'>('there')
  const undo = async () => {
    setState('going')
    try {
      await remove(call)
      setState('gone')
      await refresh()
    } catch (error) {
      setState('there')
      toast.error(texts.notForgotten(explainError(error)))
    }
  }
  return (
    <span role="status">
      {' '}
      {state === 'gone' ? (
        <span className="text-soft">{texts.forgotten}</span>
      ) : (
        <button
          type="button"
          aria-disabled={state === 'going'}
          onClick={() => void (state === 'there' && undo())}
          className="-my-3.5 py-3.5 text-soft underline decoration-line-strong underline-offset-4 transition-colors hover:text-text"
        >
          {texts.undo}
          <span className="sr-only"> {texts.undoOf}</span>
        </button>
      )}
    </span>
  )
}
