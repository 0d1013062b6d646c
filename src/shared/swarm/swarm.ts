import * as z from 'zod/mini'
import { agentProblems } from '../agents/agent-problems.ts'
import { replyStateSchema } from '../chat/message-schemas.ts'
import { shownModelSchema } from '../chat/model-fields.ts'
import { limits } from '../common/limits.ts'
import { pageQuery } from '../common/page-query.ts'
import { pictureUrlSchema } from '../common/picture-url.ts'
import { citedSourceSchema } from '../knowledge/cited-source.ts'
import { isPlainText, isVisible } from '../text/plain-text.ts'
import { placedCallSchema, toldCallSchema } from '../tools/told-call.ts'
import { swarmModes, turnsOf } from './swarm-plan.ts'

const swarmSeatSchema = z.object({
  agentId: z.uuid(),
  agentName: z.string(),
  agentImageUrl: pictureUrlSchema,
  /** It takes no more turns, and the synthesis leaves it out. */
  dropped: z.boolean(),
})
export type SwarmSeat = z.infer<typeof swarmSeatSchema>

const swarmPhaseSchema = z.object({
  task: z.string(),
  rounds: z.int(),
  words: z.int(),
})
export type SwarmPhase = z.infer<typeof swarmPhaseSchema>

const swarmTurnSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  phase: z.int(),
  /** Starts at 1; 0 for the synthesis. */
  round: z.int(),
  /** Null for the synthesis. */
  seat: z.nullable(z.int()),
  state: replyStateSchema,
  content: z.string(),
  /** Words that it may use; `said` is null while the turn is running or waits for a person. */
  given: z.int(),
  said: z.nullable(z.int()),
  trouble: z.nullable(z.enum(agentProblems)),
  /** It broke off through no fault of its agent and was repeated. */
  again: z.boolean(),
  /** Set while a rate limit delays the turn: the agent is asked at that time. */
  waitsUntil: z.optional(z.iso.datetime()),
  /** Absent if the agent had no passages: then numbers in brackets are text. */
  sources: z.optional(z.array(citedSourceSchema)),
  model: z.optional(shownModelSchema),
  /** Calls of tools in order: as whoever may decide about them knows them, or as everybody else does. */
  ownCalls: z.optional(z.array(placedCallSchema)),
  calls: z.optional(z.array(toldCallSchema)),
  createdAt: z.iso.datetime(),
})
export type SwarmTurn = z.infer<typeof swarmTurnSchema>

export const swarmStates = ['running', 'finished', 'stopped', 'failed', 'interrupted'] as const
export type SwarmState = (typeof swarmStates)[number]

const swarmSummarySchema = z.object({
  id: z.uuid(),
  mode: z.enum(swarmModes),
  task: z.string(),
  seats: z.array(swarmSeatSchema),
  state: z.enum(swarmStates),
  shared: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When the last task or follow-up was given. */
  updatedAt: z.iso.datetime(),
})
export type SwarmSummary = z.infer<typeof swarmSummarySchema>

/** Readable by its owner, and by everybody with the link if it is shared or was started without a wallet. */
export const swarmRunSchema = z.object({
  id: z.uuid(),
  /** The viewer may do more than read it. */
  own: z.boolean(),
  maker: z.optional(z.object({ wallet: z.string(), name: z.nullable(z.string()) })),
  mode: z.enum(swarmModes),
  seats: z.array(swarmSeatSchema),
  phases: z.array(swarmPhaseSchema),
  turns: z.array(swarmTurnSchema),
  state: z.enum(swarmStates),
  shared: z.boolean(),
  /** When a run without a wallet is removed. */
  until: z.optional(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type SwarmRun = z.infer<typeof swarmRunSchema>

export const swarmPageSchema = z.object({
  runs: z.array(swarmSummarySchema),
  nextCursor: z.nullable(z.string()),
})
export type SwarmPage = z.infer<typeof swarmPageSchema>

const task = z
  .string('A task is required.')
  .check(
    z.trim(),
    z.minLength(1, 'A task is required.'),
    z.maxLength(
      limits.swarmTask,
      `A task can have at most ${limits.swarmTask.toLocaleString('en-US')} characters.`,
    ),
    z.refine(isVisible, 'A task is required.'),
    z.refine(isPlainText, "The task has a character that can't be shown."),
  )
const agentIds = z.array(z.uuid('The agent id must be a UUID.'), 'Choose the agents.').check(
  z.minLength(limits.swarmSeats.min, `Choose at least ${limits.swarmSeats.min} agents.`),
  z.maxLength(limits.swarmSeats.max, `Choose at most ${limits.swarmSeats.max} agents.`),
  z.refine(
    (ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length,
    'Choose each agent once.',
  ),
)
const rounds = z.int('The rounds must be a whole number.')
const words = z
  .int('The words must be a whole number.')
  .check(
    z.gte(limits.swarmWords.min, `Give at least ${limits.swarmWords.min} words.`),
    z.lte(limits.swarmWords.max, `Give at most ${limits.swarmWords.max.toLocaleString('en-US')} words.`),
  )

export function roundsProblem(mode: (typeof swarmModes)[number], count: number): string | null {
  const { min, max } = limits.swarmRounds[mode]
  if (count >= min && count <= max) return null
  return min === max ? `This mode has ${min} round.` : `This mode has ${min} to ${max} rounds.`
}

/** So that each turn gets enough words to answer. */
export function fewestWords(phase: { seats: number; rounds: number }): number {
  return Math.max(limits.swarmWords.min, turnsOf(phase) * limits.turnWords.min)
}

/** The body of `POST /api/swarm/runs` and of `…/unkept-runs`. A retry with the same id returns the same run. */
export const newSwarmRunSchema = z
  .strictObject({
    id: z.uuid('The id must be a UUID.'),
    mode: z.enum(swarmModes, 'Choose one of the three modes.'),
    task,
    agentIds,
    rounds,
    words,
  })
  .check(
    z.superRefine((run, context) => {
      const problem = roundsProblem(run.mode, run.rounds)
      if (problem) context.addIssue({ code: 'custom', path: ['rounds'], message: problem, input: run.rounds })
      const fewest = fewestWords({ seats: run.agentIds.length, rounds: run.rounds })
      if (!problem && run.words < fewest)
        context.addIssue({
          code: 'custom',
          path: ['words'],
          message: `That many turns need at least ${fewest} words.`,
          input: run.words,
        })
    }),
  )
export type NewSwarmRun = z.infer<typeof newSwarmRunSchema>

export const newSwarmPhaseSchema = z.strictObject({ task, rounds, words })
export type NewSwarmPhase = z.infer<typeof newSwarmPhaseSchema>

/** Whether everybody with the link may read the run. */
export const swarmChangesSchema = z.strictObject({ shared: z.boolean('This must be true or false.') })

export const swarmListQuerySchema = z.object({ cursor: pageQuery.cursor, limit: pageQuery.limit })

/** First `run`, then changes until the run is over. `at` is a position as in the events of a reply. */
export const swarmEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), run: swarmRunSchema }),
  z.object({ type: z.literal('words'), turn: z.uuid(), at: z.int(), text: z.string() }),
  z.object({ type: z.literal('turn'), turn: swarmTurnSchema }),
  z.object({
    type: z.literal('changed'),
    change: z.pick(swarmRunSchema, {
      seats: true,
      phases: true,
      state: true,
      shared: true,
      until: true,
      updatedAt: true,
    }),
  }),
])
export type SwarmEvent = z.infer<typeof swarmEventSchema>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export function* swarmNews(known: SwarmRun, now: SwarmRun): Generator<SwarmEvent> {
  const before = new Map(known.turns.map((turn) => [turn.id, turn]))
  for (const turn of now.turns) {
    const { content = '', ...rest } = before.get(turn.id) ?? {}
    const { content: grown, ...same } = turn
    if (isSame(rest, same) && grown.startsWith(content)) {
      if (grown.length > content.length)
        yield { type: 'words', turn: turn.id, at: content.length, text: grown.slice(content.length) }
    } else yield { type: 'turn', turn }
  }
  const change = changeable(now)
  if (!isSame(change, changeable(known))) yield { type: 'changed', change }
}

function changeable({ seats, phases, state, shared, until, updatedAt }: SwarmRun) {
  return { seats, phases, state, shared, ...(until !== undefined && { until }), updatedAt }
}

export function foldSwarm(known: SwarmRun | null, event: SwarmEvent): SwarmRun | null {
  if (event.type === 'run') return event.run
  if (!known) return null
  if (event.type === 'changed') return { ...known, ...event.change }
  if (event.type === 'turn') {
    const others = known.turns.filter(({ id }) => id !== event.turn.id)
    return { ...known, turns: [...others, event.turn].sort((one, other) => one.number - other.number) }
  }
  const { turn: id, at, text } = event
  return {
    ...known,
    turns: known.turns.map((turn) =>
      turn.id === id && turn.content.length >= at
        ? { ...turn, content: turn.content.slice(0, at) + text }
        : turn,
    ),
  }
}
