import {
  fewestWords,
  type NewSwarmPhase,
  newSwarmPhaseSchema,
  roundsProblem,
} from '../../../../shared/swarm/swarm.ts'
import type { SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'
import * as texts from '../texts.ts'

/** `words` is null while the typed text is not a number. */
export interface PhaseValues {
  task: string
  rounds: number
  words: number | null
}

export const phaseFields = ['task', 'rounds', 'words'] as const
type PhaseErrors = FieldErrors<(typeof phaseFields)[number]>

/** What was changed after it was sent: who goes on typing meanwhile loses nothing of it. */
export function typedSince(typed: Partial<PhaseValues>, sent: PhaseValues): Partial<PhaseValues> {
  const isNew = ([name, value]: [string, unknown]) => value !== sent[name as keyof PhaseValues]
  return Object.fromEntries(Object.entries(typed).filter(isNew))
}

/** Returns the errors by field, as the server would. */
export function readPhase(
  values: PhaseValues,
  { mode, seats }: { mode: SwarmMode; seats: number },
): { ok: true; phase: NewSwarmPhase } | { ok: false; errors: PhaseErrors } {
  const parsed = newSwarmPhaseSchema.safeParse(values)
  const errors: PhaseErrors = schemaErrors(parsed)
  const rounds = roundsProblem(mode, values.rounds)
  if (rounds) errors.rounds ??= rounds
  const fewest = fewestWords({ seats, rounds: values.rounds })
  if (values.words !== null && values.words < fewest) errors.words ??= texts.tooFewWords(fewest)
  return parsed.success && Object.keys(errors).length === 0
    ? { ok: true, phase: parsed.data }
    : { ok: false, errors }
}
