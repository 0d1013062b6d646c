import * as z from 'zod/mini'
import { limits } from '../../../../shared/common/limits.ts'
import { type NewSwarmRun, newSwarmRunSchema } from '../../../../shared/swarm/swarm.ts'
import { type SwarmMode, swarmModes } from '../../../../shared/swarm/swarm-plan.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'
import { type ChosenAgent, chosenAgentSchema } from '../../../blocks/saved-draft/chosen-agent.ts'
import type { CapsValues } from '../caps/caps-fields.tsx'

export interface BriefValues extends CapsValues {
  task: string
  agents: readonly ChosenAgent[]
  mode: SwarmMode
}

export const briefValuesSchema = z.object({
  task: z.string(),
  agents: z.array(chosenAgentSchema).check(z.maxLength(limits.swarmSeats.max)),
  mode: z.enum(swarmModes),
  rounds: z.int(),
  words: z.nullable(z.number()),
})

export const emptyBrief: BriefValues = {
  task: '',
  agents: [],
  mode: 'parallel',
  rounds: limits.swarmRounds.parallel.min,
  words: limits.swarmWords.usual,
}

/** The fields that can be invalid, in the order in which the form shows them. */
export const briefFields = ['task', 'agentIds', 'mode', 'rounds', 'words'] as const
export type BriefErrors = FieldErrors<(typeof briefFields)[number]>

export type Brief = Omit<NewSwarmRun, 'id'>

/** The new mode has its fewest rounds: each further one costs words, so the person has to choose it. */
export function inMode(values: BriefValues, mode: SwarmMode): BriefValues {
  return mode === values.mode ? values : { ...values, mode, rounds: limits.swarmRounds[mode].min }
}

/** Returns the same object if it is already added, or if no more can be. */
export function withAgent(values: BriefValues, agent: ChosenAgent): BriefValues {
  const { agents } = values
  const isIn = agents.some(({ id }) => id === agent.id)
  return isIn || agents.length >= limits.swarmSeats.max ? values : { ...values, agents: [...agents, agent] }
}

/** Moves an agent one place earlier (-1) or later (1), if there is such a place. */
export function moved(agents: readonly ChosenAgent[], from: number, by: -1 | 1): readonly ChosenAgent[] {
  const agent = agents[from]
  const other = agents[from + by]
  return agent && other ? agents.with(from, other).with(from + by, agent) : agents
}

const NO_ID = '00000000-0000-4000-8000-000000000000'

/** Returns the errors by field if it is invalid. */
export function readBrief(
  values: BriefValues,
): { ok: true; brief: Brief } | { ok: false; errors: BriefErrors } {
  const { agents, ...fields } = values
  const parsed = newSwarmRunSchema.safeParse({ ...fields, id: NO_ID, agentIds: agents.map(({ id }) => id) })
  if (parsed.success) {
    const { id: _, ...brief } = parsed.data
    return { ok: true, brief }
  }
  return { ok: false, errors: schemaErrors(parsed) }
}

export function briefErrors(values: BriefValues): BriefErrors {
  const read = readBrief(values)
  return read.ok ? {} : read.errors
}
