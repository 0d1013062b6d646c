import { useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import type { NewSwarmPhase, SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { ApiError } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { type PhaseErrors, type PhaseValues, phaseFields, readPhase } from './read-phase.ts'

export type GoOn = ReturnType<typeof useGoOn>

/**
 * The form that goes on with a run. What was typed stays until it was taken, whatever the run does meanwhile; it begins
 * with the caps of the phase before.
 */
export function useGoOn(run: SwarmRun, goOn: (phase: NewSwarmPhase) => Promise<void>) {
  const last = run.phases.at(-1)
  const [changed, setChanged] = useState<Partial<PhaseValues>>({})
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<{ errors: PhaseErrors; problem: string | undefined }>()
  const values: PhaseValues = {
    task: '',
    rounds: last?.rounds ?? 1,
    words: last?.words ?? limits.swarmWords.usual,
    ...changed,
  }
  const seats = run.seats.filter(({ dropped }) => !dropped).length
  const read = readPhase(values, { mode: run.mode, seats })
  const errors: PhaseErrors = { ...refused?.errors, ...(tried && !read.ok && read.errors) }

  return {
    values,
    seats,
    sending,
    errors,
    problem: refused?.problem,
    change(next: Partial<PhaseValues>) {
      setChanged((known) => ({ ...known, ...next }))
      setRefused(undefined)
    },
    /** @returns the first field that is wrong, where one is */
    async send(): Promise<(typeof phaseFields)[number] | undefined> {
      if (sending) return undefined
      setTried(true)
      setRefused(undefined)
      if (!read.ok) return phaseFields.find((field) => read.errors[field])
      setSending(true)
      try {
        await goOn(read.phase)
        setChanged({})
        setTried(false)
      } catch (error) {
        const named: PhaseErrors = (error instanceof ApiError && error.problem?.errors) || {}
        const first = phaseFields.find((field) => named[field])
        setRefused({ errors: named, problem: first ? undefined : explainError(error) })
        return first
      } finally {
        setSending(false)
      }
      return undefined
    },
  }
}
