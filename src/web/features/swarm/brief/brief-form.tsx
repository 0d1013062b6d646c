import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { CapsFields } from '../caps/caps-fields.tsx'
import type { ChooseAgents } from './agents-dialog.tsx'
import { AgentsField } from './agents-field.tsx'
import type { BriefDesk } from './brief-desk.ts'
import {
  type Brief,
  type BriefErrors,
  type BriefValues,
  briefFields,
  inMode,
  readBrief,
  withAgent,
} from './brief-values.ts'
import { ModeField } from './mode-field.tsx'
import { useBriefErrors } from './use-brief-errors.ts'

/** What a run begins with: the task, who works on it and how, and what it may come to. What was typed stays. */
export function BriefForm(props: {
  desk: BriefDesk
  values: BriefValues
  viewer: string | null | undefined
  chooseAgents: ChooseAgents
  /** What the server said is wrong with these very values. */
  refused: BriefErrors
  /** What is said where it was not begun for another reason. */
  problem: ReactNode
  /** One is being begun. */
  busy: boolean
  /** Why none can be begun now; shown beside the button. */
  hindrance: string | undefined
  /** Where the run will be kept, in a few words. */
  keeping: ReactNode
  /** Somebody begins to write: what comes after it will be needed soon. */
  onTouch: () => void
  /** Called with a form in which nothing is wrong. */
  onBegin: (brief: Brief) => void
}) {
  const { desk, values, refused } = props
  const { errorOf, errors, gone, setTried } = useBriefErrors(values, props.viewer, refused)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // What was typed before the page came alive is part of the brief.
    const typed = form.current?.querySelector<HTMLTextAreaElement>('[name="task"]')?.value
    if (typed && desk.getValues().task === '') desk.change({ task: typed })
  }, [desk])

  const focusOnFirst = (faults: BriefErrors) => {
    const first = briefFields.find((field) => faults[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return first !== undefined
  }
  const refusedText = JSON.stringify(refused)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new refusal leads to its first field
  useEffect(() => void focusOnFirst(refused), [refusedText])

  const isBlocked = props.busy || props.hindrance !== undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isBlocked) return
    const read = readBrief(values)
    const isWrong = focusOnFirst(errors) || !read.ok
    setTried(isWrong)
    if (!isWrong) props.onBegin(read.brief)
  }
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    form.current?.requestSubmit()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="New run"
      onSubmit={send}
      onKeyDown={sendByKeys}
      onFocus={props.onTouch}
      className="panel hairline cut grid min-w-0"
    >
      <div className="grid min-w-0 grid-cols-1 gap-6 p-5 md:p-6">
        <Field
          label="Task"
          required
          error={errorOf('task')}
          count={{ used: values.task.trim().length, max: limits.swarmTask }}
        >
          {(field) => (
            <textarea
              {...field}
              name="task"
              rows={3}
              aria-required
              autoComplete="off"
              placeholder="What the agents are to work on together"
              value={values.task}
              onChange={({ target }) => desk.change({ task: target.value })}
              className="input field-sizing-content max-h-72 min-h-[calc(3lh+24px)] resize-y"
            />
          )}
        </Field>
        <AgentsField
          agents={values.agents}
          gone={gone}
          ordered={values.mode === 'relay'}
          error={errorOf('agentIds')}
          chooseAgents={props.chooseAgents}
          onAdd={(agent) => desk.change({ agents: withAgent(desk.getValues(), agent).agents })}
          onChange={(agents) => desk.change({ agents })}
        />
        <ModeField
          mode={values.mode}
          error={errorOf('mode')}
          onChange={(mode) => desk.change(inMode(values, mode))}
        />
        <CapsFields
          mode={values.mode}
          seats={Math.max(values.agents.length, limits.swarmSeats.min)}
          foreseen={values.agents.length < limits.swarmSeats.min}
          rounds={values.rounds}
          words={values.words}
          onChange={desk.change}
          errors={{ rounds: errorOf('rounds'), words: errorOf('words') }}
        />
        {props.problem}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line p-5 md:px-6">
        <div className="min-w-0 flex-[1_1_240px] text-[13px] leading-snug text-muted">
          {props.hindrance ?? props.keeping}
        </div>
        <Button
          type="submit"
          tone="primary"
          className={`max-md:w-full ${isBlocked ? 'opacity-50' : ''}`}
          aria-disabled={isBlocked}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {props.busy ? 'Beginning' : 'Begin the run'}
        </Button>
      </div>
    </form>
  )
}
