import type { KeyboardEvent, ReactNode } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { CapsFields } from '../caps/caps-fields.tsx'
import type { ChooseAgents } from './agents-dialog.tsx'
import { AgentsField } from './agents-field.tsx'
import { BeginProblem } from './begin-problem.tsx'
import type { BriefDesk } from './brief-desk.ts'
import {
  type Brief,
  type BriefValues,
  briefErrors,
  briefFields,
  inMode,
  readBrief,
  withAgent,
} from './brief-values.ts'
import { ModeField } from './mode-field.tsx'
import { goneErrors, useGoneAgents } from './use-gone-agents.ts'

const max = { task: limits.swarmTask }

/** What a run begins with: the task, who works on it and how, and what it may come to. What was typed stays. */
export function BriefForm(props: {
  desk: BriefDesk
  values: BriefValues
  viewer: string | null | undefined
  chooseAgents: ChooseAgents
  /** Why none can be begun now; shown beside the button. */
  hindrance: string | undefined
  /** Where the run will be kept, in a few words. */
  keeping: ReactNode
  /** Somebody begins to write: what comes after it will be needed soon. */
  onTouch: () => void
  /** Called with a form in which nothing is wrong. */
  begin: (brief: Brief) => Promise<void>
}) {
  const { desk, values, viewer } = props
  const gone = useGoneAgents(values, viewer)
  const form = useForm({
    values,
    onChange: desk.change,
    fields: briefFields,
    max,
    check: (now) => ({ ...briefErrors(now), ...goneErrors(gone) }),
    // What can't come right by going on with the form.
    early: ({ words }) => ({ ...goneErrors(gone), ...(words && values.words !== null && { words }) }),
    isBlocked: props.hindrance !== undefined,
    send: async (now) => {
      const read = readBrief(now)
      if (read.ok) await props.begin(read.brief)
    },
    again: true,
  })
  const { errors } = form
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    form.submit()
  }

  return (
    <form
      {...form.props}
      aria-label="New run"
      onKeyDown={sendByKeys}
      onFocus={props.onTouch}
      className="panel hairline cut grid min-w-0"
    >
      <div className="grid min-w-0 grid-cols-1 gap-6 p-5 md:p-6">
        <TextField
          {...form.field('task')}
          label="Task"
          placeholder="What the agents are to work on together"
          rows={3}
          required
        />
        <AgentsField
          agents={values.agents}
          gone={gone}
          ordered={values.mode === 'relay'}
          error={errors.agentIds}
          chooseAgents={props.chooseAgents}
          onAdd={(agent) => desk.change({ agents: withAgent(desk.getValues(), agent).agents })}
          onChange={(agents) => desk.change({ agents })}
        />
        <ModeField {...form.field('mode')} onChange={(mode) => form.change(inMode(values, mode))} />
        <CapsFields
          mode={values.mode}
          seats={Math.max(values.agents.length, limits.swarmSeats.min)}
          foreseen={values.agents.length < limits.swarmSeats.min}
          rounds={values.rounds}
          words={values.words}
          onChange={form.change}
          errors={errors}
        />
        <BeginProblem submission={form.submission} viewer={viewer} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line p-5 md:px-6">
        <div className="min-w-0 flex-[1_1_240px] text-[13px] leading-snug text-muted">
          {props.hindrance ?? props.keeping}
        </div>
        <Button
          type="submit"
          tone="primary"
          className={`max-md:w-full ${form.busy ? 'opacity-50' : ''}`}
          aria-disabled={form.busy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {form.submission.state === 'sending' ? 'Beginning' : 'Begin the run'}
        </Button>
      </div>
    </form>
  )
}
