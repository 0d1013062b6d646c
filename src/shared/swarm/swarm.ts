import * as z from 'zod/mini'
import { agentTroubles } from '../agents/agent-troubles.ts'
import { pictureUrlSchema } from '../agents/picture-url.ts'
import { replyStateSchema } from '../chat/message-schemas.ts'
import { limits } from '../common/limits.ts'
import { pageQuery } from '../common/page-query.ts'
import { isPlainText, isVisible } from '../text/plain-text.ts'
import { swarmModes, turnsOf } from './swarm-plan.ts'

/** An agent in a run. */
export const swarmSeatSchema = z.object({
  agentId: z.uuid(),
  /** As it was called when the run began. */
  agentName: z.string(),
  agentImageUrl: pictureUrlSchema,
  /** A person took it out: it says nothing more, and the synthesis leaves it out. */
  dropped: z.boolean(),
})
export type SwarmSeat = z.infer<typeof swarmSeatSchema>

/** What was asked: the task, and then each thing that the run was gone on with. */
export const swarmPhaseSchema = z.object({
  task: z.string(),
  rounds: z.int(),
  /** The cap on the words of this phase. */
  words: z.int(),
})
export type SwarmPhase = z.infer<typeof swarmPhaseSchema>

/** What an agent said in one round of one phase, or the synthesis of a phase. */
export const swarmTurnSchema = z.object({
  id: z.uuid(),
  /** Its place in the run: 1, 2, 3 and so on. */
  number: z.int(),
  /** Counts from 0. */
  phase: z.int(),
  /** From 1 on; 0 for the synthesis. */
  round: z.int(),
  /** Its agent's place in the run, from 0 on; null for the synthesis. */
  seat: z.nullable(z.int()),
  state: replyStateSchema,
  content: z.string(),
  /** How many words it was given, and how many it said; null while it is running. */
  given: z.int(),
  said: z.nullable(z.int()),
  /** What went wrong with it. */
  trouble: z.nullable(z.enum(agentTroubles)),
  /** It broke off by no fault of its agent and was taken once more. */
  again: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type SwarmTurn = z.infer<typeof swarmTurnSchema>

export const swarmStates = ['running', 'finished', 'stopped', 'failed', 'interrupted'] as const
export type SwarmState = (typeof swarmStates)[number]

/** A run as a list shows it. */
export const swarmSummarySchema = z.object({
  id: z.uuid(),
  mode: z.enum(swarmModes),
  task: z.string(),
  seats: z.array(swarmSeatSchema),
  state: z.enum(swarmStates),
  shared: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When it was last asked something. */
  updatedAt: z.iso.datetime(),
})
export type SwarmSummary = z.infer<typeof swarmSummarySchema>

/** A run with all that was said in it. It is its owner's alone, unless it is shared: then whoever has its link reads it. */
export const swarmRunSchema = z.object({
  id: z.uuid(),
  /** Whether the asking wallet owns it, and so may do more than read. */
  own: z.boolean(),
  mode: z.enum(swarmModes),
  seats: z.array(swarmSeatSchema),
  phases: z.array(swarmPhaseSchema),
  /** By number. */
  turns: z.array(swarmTurnSchema),
  state: z.enum(swarmStates),
  shared: z.boolean(),
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
  z.refine((ids) => new Set(ids).size === ids.length, 'Choose each agent once.'),
)
const rounds = z.int('The rounds must be a whole number.')
const words = z
  .int('The words must be a whole number.')
  .check(
    z.gte(limits.swarmWords.min, `Give at least ${limits.swarmWords.min} words.`),
    z.lte(limits.swarmWords.max, `Give at most ${limits.swarmWords.max.toLocaleString('en-US')} words.`),
  )

/** What is wrong with the rounds of a mode; null where nothing is. */
export function roundsProblem(mode: (typeof swarmModes)[number], count: number): string | null {
  const { min, max } = limits.swarmRounds[mode]
  if (count >= min && count <= max) return null
  return min === max ? `This mode has ${min} round.` : `This mode has ${min} to ${max} rounds.`
}

/** The fewest words with which each turn of a phase gets enough to say something. */
export function fewestWords(phase: { seats: number; rounds: number }): number {
  return Math.max(limits.swarmWords.min, turnsOf(phase) * limits.turnWords.min)
}

/** The body of `POST /api/swarm/runs`. Again with the same id it is the same run. */
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
          message: `So many turns need at least ${fewest} words.`,
          input: run.words,
        })
    }),
  )
export type NewSwarmRun = z.infer<typeof newSwarmRunSchema>

/** The body of `POST /api/swarm/runs/{id}/phases`: what a run that is over is gone on with. */
export const newSwarmPhaseSchema = z.strictObject({ task, rounds, words })
export type NewSwarmPhase = z.infer<typeof newSwarmPhaseSchema>

/** The body of `PATCH /api/swarm/runs/{id}`: whether whoever has the link may read it. */
export const swarmChangesSchema = z.strictObject({ shared: z.boolean('This must be true or false.') })

/**
 * The body of `POST /api/swarm/turns`: one turn of a run that nobody stores, which a visitor's page plans by the same
 * plan. It streams as a reply does, and ends as one of a stored run would. Such a run has one phase.
 */
export const triedTurnSchema = z
  .strictObject({
    mode: z.enum(swarmModes, 'Choose one of the three modes.'),
    task,
    agentIds,
    round: z.int().check(z.gte(0), z.lte(limits.swarmRounds.debate.max)),
    seat: z.nullable(z.int().check(z.gte(0), z.lt(limits.swarmSeats.max))),
    words: z.int().check(z.gte(limits.turnWords.min), z.lte(limits.turnWords.max)),
    /** What was said before, in its order: neither failed nor dropped. */
    said: z
      .array(
        z.strictObject({
          round: z.int().check(z.gte(1), z.lte(limits.swarmRounds.debate.max)),
          seat: z.int().check(z.gte(0), z.lt(limits.swarmSeats.max)),
          content: z.string().check(z.maxLength(limits.realmAnswer), z.refine(isPlainText)),
        }),
      )
      .check(z.maxLength(limits.swarmSeats.max * limits.swarmRounds.debate.max)),
  })
  .check(
    z.refine(
      ({ seat, round }) => (seat === null) === (round === 0),
      'The synthesis alone has no round and no seat.',
    ),
    z.refine(({ seat, agentIds: ids }) => seat === null || seat < ids.length, 'There is no such seat.'),
  )
export type TriedTurn = z.infer<typeof triedTurnSchema>

/** The query of `GET /api/swarm/runs`. */
export const swarmListQuerySchema = z.object({ cursor: pageQuery.cursor, limit: pageQuery.limit })

/**
 * One server-sent event of a run. `run` comes first, on every connection anew; then what becomes different, until the
 * run is over. `words` say where they begin in their turn, as those of a reply do.
 */
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
      updatedAt: true,
    }),
  }),
])
export type SwarmEvent = z.infer<typeof swarmEventSchema>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What somebody who knows a run as it was has to hear to know it as it is. */
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
  const { seats, phases, state, shared, updatedAt } = now
  const change = { seats, phases, state, shared, updatedAt }
  const had = {
    seats: known.seats,
    phases: known.phases,
    state: known.state,
    shared: known.shared,
    updatedAt: known.updatedAt,
  }
  if (!isSame(change, had)) yield { type: 'changed', change }
}

/** A run as it is after an event; null where nothing of it is known yet. */
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
