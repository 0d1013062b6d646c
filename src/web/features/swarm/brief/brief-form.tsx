import type { KeyboardEvent, ReactNode } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { CapsFields } from '../caps/caps-fields.tsx'
import * as texts from '../texts.ts'
import type { ChooseAgents } from './agents-dialog.tsx'
import { AgentsField } from './agents-field.tsx'
import { BeginProblem } from './begin-problem.tsx'
import type { BriefStore } from './brief-store.ts'
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

/** The form that starts a run: the task, the agents, the mode and the caps. After an error the typed values stay. */
export function BriefForm(props: {
  store: BriefStore
  values: BriefValues
  viewer: string | null | undefined
  chooseAgents: ChooseAgents
  /** Why no run can be started now; shown beside the button. */
  hindrance: string | undefined
  saving: ReactNode
  begin: (brief: Brief) => Promise<void>
}) {
  const { store, values, viewer } = props
  const gone = useGoneAgents(values, viewer)
  const form = useForm({
    values,
    onChange: (part) => store.change(part),
    fields: briefFields,
    max,
    check: (now) => ({ ...briefErrors(now), ...goneErrors(gone) }),
    // Errors that more typing does not fix are shown at once.
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
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return
    event.preventDefault()
    form.submit()
  }

  return (
    <form
      {...form.props}
      aria-label={texts.newRun}
      onKeyDown={sendByKeys}
      className="panel hairline cut grid min-w-0"
    >
      <div className="grid min-w-0 grid-cols-1 gap-6 p-5 md:p-6">
        <TextField
          {...form.field('task')}
          label={texts.task}
          placeholder={texts.taskPlaceholder}
          rows={3}
          required
        />
        <AgentsField
          agents={values.agents}
          gone={gone}
          ordered={values.mode === 'relay'}
          error={errors.agentIds}
          chooseAgents={props.chooseAgents}
          onAdd={(agent) => store.change({ agents: withAgent(store.getValues(), agent).agents })}
          onChange={(agents) => store.change({ agents })}
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
        <div className="min-w-0 flex-[1_1_240px] text-13 leading-snug text-muted">
          {props.hindrance ?? props.saving}
        </div>
        <Button
          type="submit"
          tone="primary"
          className="max-md:w-full"
          aria-disabled={form.busy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {form.submission.state === 'sending' ? texts.beginning : texts.beginRun}
        </Button>
      </div>
    </form>
  )
}
