import { type FormEvent, useRef } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { CapsFields } from '../caps/caps-fields.tsx'
import type { GoOn } from './use-go-on.ts'

/** Asks the same agents something further; they know how it ended so far. */
export function GoOnForm({ run, goOn }: { run: SwarmRun; goOn: GoOn }) {
  const { values, errors, problem } = goOn
  const form = useRef<HTMLFormElement>(null)
  const isFull = run.phases.length >= limits.swarmPhases
  if (isFull || goOn.seats === 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line pt-5">
        <p className="text-soft">
          {isFull
            ? `This run was gone on with ${limits.swarmPhases - 1} times, which is as often as one can be.`
            : 'All agents of this run were taken out, so nobody is there to go on.'}
        </p>
        <ButtonLink to="/swarm">Begin a new run</ButtonLink>
      </div>
    )

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const first = await goOn.send()
    const focusable = first === 'rounds' ? 'fieldset button' : `[name="${first}"]`
    if (first) form.current?.querySelector<HTMLElement>(focusable)?.focus()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby="go-on"
      onSubmit={(event) => void send(event)}
      className="panel hairline cut grid gap-5 p-5 md:p-8"
    >
      <div className="grid gap-1.5">
        <h2 id="go-on" className="text-xl leading-snug font-semibold">
          Go on
        </h2>
        <p className="text-sm text-soft">
          {goOn.seats === 1 ? 'The agent that is left knows' : `The ${goOn.seats} agents know`} how this
          ended.
        </p>
      </div>
      {problem && (
        <Notice tone="bad" title="The run was not gone on with.">
          {problem}
        </Notice>
      )}
      <Field
        label="Task"
        required
        error={errors.task}
        count={{ used: values.task.trim().length, max: limits.swarmTask }}
      >
        {(field) => (
          <textarea
            {...field}
            name="task"
            rows={2}
            aria-required
            autoComplete="off"
            placeholder="What they are to do next"
            value={values.task}
            onChange={(event) => goOn.change({ task: event.target.value })}
            className="input field-sizing-content max-h-72 min-h-[calc(2lh+24px)] resize-y"
          />
        )}
      </Field>
      <CapsFields
        mode={run.mode}
        seats={goOn.seats}
        rounds={values.rounds}
        words={values.words}
        onChange={goOn.change}
        errors={errors}
      />
      <div>
        <Button type="submit" tone="primary" aria-disabled={goOn.sending}>
          {goOn.sending ? 'Going on' : problem ? 'Try again' : 'Go on'}
        </Button>
      </div>
    </form>
  )
}
