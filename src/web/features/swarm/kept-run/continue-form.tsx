import { type Dispatch, type SetStateAction, useMemo } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import type { NewSwarmPhase, SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { CapsFields } from '../caps/caps-fields.tsx'
import * as texts from '../texts.ts'
import { type PhaseValues, phaseFields, readPhase, typedSince } from './read-phase.ts'

const max = { task: limits.swarmTask }

/** The same agents know how the run ended so far. The initial caps are those of the previous phase. */
export default function ContinueForm(props: {
  run: SwarmRun
  typed: Partial<PhaseValues>
  onType: Dispatch<SetStateAction<Partial<PhaseValues>>>
  continueRun: (phase: NewSwarmPhase) => Promise<void>
}) {
  const { run, typed, onType } = props
  const last = run.phases.at(-1)
  const rounds = last?.rounds ?? 1
  const words = last?.words ?? limits.swarmWords.usual
  const values: PhaseValues = useMemo(() => ({ task: '', rounds, words, ...typed }), [rounds, words, typed])
  const seats = run.seats.filter(({ dropped }) => !dropped).length
  const read = (now: PhaseValues) => readPhase(now, { mode: run.mode, seats })
  const form = useForm({
    values,
    onChange: (changed) => onType((known) => ({ ...known, ...changed })),
    fields: phaseFields,
    max,
    check: (now) => {
      const asked = read(now)
      return asked.ok ? {} : asked.errors
    },
    send: async (now) => {
      const asked = read(now)
      if (asked.ok) await props.continueRun(asked.phase)
      return now
    },
    again: true,
    onSent: (sent) => onType((known) => typedSince(known, sent)),
  })
  const { submission } = form
  const isFailed = submission.state === 'failed' && Object.keys(submission.errors).length === 0
  const isFull = run.phases.length >= limits.swarmPhases
  if (isFull || seats === 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line pt-5">
        <p className="text-soft">{isFull ? texts.goneOnOften(limits.swarmPhases - 1) : texts.allTakenOut}</p>
        <ButtonLink to="/swarm">{texts.beginNew}</ButtonLink>
      </div>
    )

  return (
    <form {...form.props} aria-labelledby="go-on" className="panel hairline cut grid gap-5 p-5 md:p-8">
      <div className="grid gap-1.5">
        <h2 id="go-on" className="text-xl leading-snug font-semibold">
          {texts.goOn}
        </h2>
        <p className="text-sm text-soft">
          {seats === 1 ? texts.oneLeftKnows : texts.agentsKnow(seats)} {texts.howThisEnded}
        </p>
      </div>
      {isFailed && <FormNotice submission={submission} failed={texts.notGoneOn} />}
      <TextField {...form.field('task')} label={texts.task} placeholder={texts.nextTask} rows={2} required />
      <CapsFields
        mode={run.mode}
        seats={seats}
        rounds={values.rounds}
        words={values.words}
        onChange={form.change}
        errors={form.errors}
      />
      <div>
        <Button type="submit" tone="primary" aria-disabled={form.busy}>
          {form.busy ? texts.goingOn : isFailed ? texts.tryAgain : texts.goOn}
        </Button>
      </div>
    </form>
  )
}
