import { limits } from '../../../../shared/common/limits.ts'
import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { CapsFields } from '../caps/caps-fields.tsx'
import type { GoOn } from './use-go-on.ts'

/** Asks the same agents something further; they know how it ended so far. */
export function GoOnForm({ run, goOn }: { run: SwarmRun; goOn: GoOn }) {
  const { form } = goOn
  const { values, submission } = form
  const isFailed = submission.state === 'failed' && Object.keys(submission.errors).length === 0
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

  return (
    <form {...form.props} aria-labelledby="go-on" className="panel hairline cut grid gap-5 p-5 md:p-8">
      <div className="grid gap-1.5">
        <h2 id="go-on" className="text-xl leading-snug font-semibold">
          Go on
        </h2>
        <p className="text-sm text-soft">
          {goOn.seats === 1 ? 'The agent that is left knows' : `The ${goOn.seats} agents know`} how this
          ended.
        </p>
      </div>
      {isFailed && <FormNotice submission={submission} failed="The run was not gone on with." />}
      <TextField
        {...form.field('task')}
        label="Task"
        placeholder="What they are to do next"
        rows={2}
        required
      />
      <CapsFields
        mode={run.mode}
        seats={goOn.seats}
        rounds={values.rounds}
        words={values.words}
        onChange={form.change}
        errors={form.errors}
      />
      <div>
        <Button type="submit" tone="primary" aria-disabled={form.busy}>
          {form.busy ? 'Going on' : isFailed ? 'Try again' : 'Go on'}
        </Button>
      </div>
    </form>
  )
}
