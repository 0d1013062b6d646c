import * as z from 'zod/mini'
import { agentProblems } from '../agents/agent-problems.ts'
import { keptModelFields, keptSourcesSchema, keptToolFields } from '../chat/kept-conversation.ts'
import { limits } from '../common/limits.ts'
import { newSwarmPhaseSchema } from '../swarm/swarm.ts'
import { swarmModes } from '../swarm/swarm-plan.ts'
import { toPlainText } from '../text/plain-text.ts'
import { toolLimits } from '../tools/tool-states.ts'
import { id, moment, storedName } from './export-fields.ts'

const turnSchema = z.object({
  id,
  phase: z.int().check(z.gte(0)),
  round: z.int().check(z.gte(0), z.lte(limits.swarmRounds.debate.max)),
  seat: z.nullable(z.int().check(z.gte(0))),
  state: z.enum(['finished', 'stopped', 'interrupted', 'failed']),
  content: z.string().check(z.maxLength(limits.chatHistoryTurn), z.overwrite(toPlainText)),
  given: z.int().check(z.gte(0), z.lte(limits.swarmWords.max)),
  said: z.nullable(z.int().check(z.gte(0), z.lte(limits.chatHistoryTurn))),
  trouble: z.nullable(z.enum(agentProblems)),
  again: z.boolean(),
  sources: z.optional(keptSourcesSchema),
  model: z.optional(z.object({ ...keptModelFields, micros: z.optional(keptModelFields.micros) })),
  ownCalls: z.optional(
    z
      .array(z.object({ at: z.int().check(z.gte(0)), part: z.object(keptToolFields) }))
      .check(z.maxLength(toolLimits.calls * toolLimits.steps)),
  ),
  createdAt: moment,
})

/** `runs/*.json` */
export const exportedRunSchema = z
  .object({
    id,
    mode: z.enum(swarmModes),
    seats: z
      .array(z.object({ agentId: id, agentName: storedName, dropped: z.boolean() }))
      .check(z.minLength(limits.swarmSeats.min), z.maxLength(limits.swarmSeats.max)),
    phases: z
      .array(
        z.object({
          task: newSwarmPhaseSchema.shape.task,
          rounds: z.int().check(z.gte(1), z.lte(limits.swarmRounds.debate.max)),
          words: newSwarmPhaseSchema.shape.words,
        }),
      )
      .check(z.minLength(1), z.maxLength(limits.swarmPhases)),
    turns: z.array(turnSchema).check(z.maxLength(1_000)),
    state: z.enum(['finished', 'stopped', 'failed', 'interrupted']),
    createdAt: moment,
    updatedAt: moment,
  })
  .check(
    z.refine(
      ({ turns, seats, phases }) =>
        turns.every(
          ({ seat, round, phase }) =>
            phase < phases.length && (seat === null) === (round === 0) && (seat ?? 0) < seats.length,
        ),
      { error: 'A turn has a phase or a seat that the run does not have.', path: ['turns'] },
    ),
    z.refine(({ turns }) => new Set(turns.map((turn) => turn.id.toLowerCase())).size === turns.length, {
      error: 'Two turns have the same id.',
      path: ['turns'],
    }),
  )
export type ExportedRun = z.infer<typeof exportedRunSchema>
