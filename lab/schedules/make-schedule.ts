import { randomOf } from '../../test/random-from.ts'
import type { ServerName } from '../history.ts'
import { modelTricks } from '../world/scripted-model.ts'
import {
  type ClientStep,
  type FaultStep,
  isOfOne,
  type Kind,
  kindsOfOne,
  kindsOfTwo,
  type Schedule,
  type Step,
  type ThingStep,
  type Way,
  type Who,
} from './schedule.ts'

type Random = ReturnType<typeof randomOf>

/** How long clients do things, in milliseconds, and how many subjects they are busy with. */
const LENGTH_MS = 1_200
const SUBJECTS = 5

/** What goes wrong, by the seed: each kind as often as the others. */
export function kindOf(seed: number, only?: Kind): Kind {
  if (only) return only
  // Of a world with one server there are fewer kinds, each of which waits for a start.
  return randomOf(seed).oneOf([...kindsOfTwo, ...kindsOfTwo, ...kindsOfOne])
}

/** The same for the same seed and kind. */
export function makeSchedule(seed: number, kind: Kind): Schedule {
  const random = randomOf(seed ^ 0x5bd1e995)
  const left = [...subjects]
  const chosen = Array.from({ length: SUBJECTS }, () =>
    left.splice(random.below(left.length), 1).flatMap((subject) => subject(random, kind)),
  ).flat()
  const place = (step: ClientStep & { at: number }) => (isOfOne(kind) ? { ...step, via: 'a' as const } : step)
  const steps: Step[] = [...chosen.map(place), ...faultsOf(random, kind)]
  return { seed, kind, steps: steps.toSorted((one, other) => one.at - other.at) }
}

const serverOf = (random: Random): ServerName => random.oneOf(['a', 'b'])
const whoOf = (random: Random): Who => random.oneOf([0, 1])

/** Some times after each other, over the whole length. */
function times(random: Random, count: number, from = 0): number[] {
  return Array.from({ length: count }, () => from + random.below(LENGTH_MS - from)).sort((a, b) => a - b)
}

type Made = (ClientStep & { at: number })[]

/** Things that are made, used and taken away, each by one person at any of the servers. */
function lifeOf(make: LifeStep, use: LifeStep, remove: LifeStep) {
  return (random: Random): Made => {
    const who = whoOf(random)
    return [0, 1, 2].flatMap((of) => {
      const [born = 0, ...rest] = times(random, 4)
      const isRemoved = random.next() < 0.7
      return rest
        .map((at, index) => ({
          ...{ at, who, via: serverOf(random), of },
          do: isRemoved && index === 1 ? remove : use,
        }))
        .concat([{ at: born, who, via: serverOf(random), of, do: make }]) as Made
    })
  }
}
type LifeStep = ThingStep['do']

const subjects: readonly ((random: Random, kind: Kind) => Made)[] = [
  (random) =>
    times(random, 14).map((at) => ({ at, who: whoOf(random), via: serverOf(random), do: 'say' as const })),
  (random, kind) => replies(random, kind),
  (random, kind) => replies(random, kind),
  acts,
  lifeOf('make-key', 'use-key', 'revoke-key'),
  lifeOf('sign-in', 'use-session', 'sign-out'),
  lifeOf('add-fact', 'read-facts', 'remove-fact'),
  lifeOf('upload', 'read-document', 'remove-document'),
  (random) =>
    times(random, 8).map((at) => {
      const act = random.oneOf(['vote', 'unvote', 'read-vote'] as const)
      return { at, who: 1, via: serverOf(random), do: act }
    }),
  (random) =>
    times(random, 8).map((at) => {
      const act = random.oneOf(['edit', 'edit', 'read-edit'] as const)
      return { at, who: 0, via: serverOf(random), do: act }
    }),
  (random) => times(random, 3).map((at) => ({ at, who: 0, via: serverOf(random), do: 'hoard' as const })),
]

function replies(random: Random, kind: Kind): Made {
  const who = whoOf(random)
  return [0, 1].flatMap((of) => {
    const [at = 0, then = 0] = times(random, 2)
    const trick =
      kind === 'model'
        ? random.oneOf(modelTricks)
        : random.oneOf(['words', 'words', 'slow', 'stalls'] as const)
    const words = 5 + random.below(60)
    const via = serverOf(random)
    const later = random.oneOf(['stop', 'erase', 'remove-conversation', 'follow', 'follow'] as const)
    return [
      { at, who, via, do: 'ask' as const, of, trick, words },
      { at: at + 40, who, via: serverOf(random), do: 'follow' as const, of },
      { at: Math.max(at, then) + 60, who, via: serverOf(random), do: later, of },
      { at: at + 100, who: (1 - who) as Who, via: serverOf(random), do: 'probe' as const },
      { at: Math.max(at, then) + 250, who, via: serverOf(random), do: 'read-conversation' as const, of },
    ]
  })
}

function acts(random: Random): Made {
  const who = whoOf(random)
  return [0, 1].flatMap((of) => {
    const at = random.below(LENGTH_MS / 2)
    const calls = 1 + random.below(2)
    const decisions = times(random, 3, Math.min(at + 150, LENGTH_MS - 50)).map((time) => ({
      ...{ at: time, who, via: serverOf(random), do: 'decide' as const, of },
      decision: random.oneOf(['once', 'once', 'refuse'] as const),
    }))
    const asks = {
      at,
      who,
      via: serverOf(random),
      do: 'act' as const,
      of,
      calls,
      isDouble: random.next() < 0.2,
    }
    return [asks, ...decisions]
  })
}

const waysOf: Partial<Record<Kind, readonly Way[]>> = {
  'slow-network': ['browser', 'postgres', 'redis', 'model', 'tools'],
  cut: ['browser', 'postgres', 'redis', 'model', 'tools'],
  'half-open': ['browser', 'postgres', 'redis', 'model', 'tools'],
  drip: ['browser', 'postgres', 'redis', 'model'],
}

/** One to three of them. A killed server comes back at the end of the schedule. */
function faultsOf(random: Random, kind: Kind): Step[] {
  if (kind === 'none' || kind === 'model') return []
  const count = ['cut', 'backends', 'redis-clients', 'slow-network'].includes(kind) ? 3 : 1
  const fault: FaultStep['fault'] = kind
  return times(random, count, 150).map((at) => ({
    at,
    fault,
    server: isOfOne(kind) ? 'a' : serverOf(random),
    way: random.oneOf(waysOf[kind] ?? (['browser'] as const)),
    forMs: 300 + random.below(900),
    much: random.next(),
  }))
}
