import { useMemo, useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import type { NewSwarmPhase, SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { type PhaseValues, phaseFields, readPhase } from './read-phase.ts'

export type GoOn = ReturnType<typeof useGoOn>

const max = { task: limits.swarmTask }

/**
 * The form that goes on with a run. What was typed stays until it was taken, whatever the run does meanwhile; it begins
 * with the caps of the phase before.
 */
export function useGoOn(run: SwarmRun, goOn: (phase: NewSwarmPhase) => Promise<void>) {
  const last = run.phases.at(-1)
  const [changed, setChanged] = useState<Partial<PhaseValues>>({})
  const rounds = last?.rounds ?? 1
  const words = last?.words ?? limits.swarmWords.usual
  const values: PhaseValues = useMemo(
    () => ({ task: '', rounds, words, ...changed }),
    [rounds, words, changed],
  )
  const seats = run.seats.filter(({ dropped }) => !dropped).length
  const read = (now: PhaseValues) => readPhase(now, { mode: run.mode, seats })
  const form = useForm({
    values,
    onChange: (next) => setChanged((known) => ({ ...known, ...next })),
    fields: phaseFields,
    max,
    check: (now) => {
      const asked = read(now)
      return asked.ok ? {} : asked.errors
    },
    send: async (now) => {
      const asked = read(now)
      if (asked.ok) await goOn(asked.phase)
    },
    again: true,
    onSent: () => setChanged({}),
  })
  return { form, seats }
}
