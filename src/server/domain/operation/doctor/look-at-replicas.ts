import { setTimeout as wait } from 'node:timers/promises'
import type { ReplicaLook, Replicas } from '../../../db/replicas/replicas.ts'
import { type Advice, fault, ok, warn } from './advice.ts'

/** A replica is looked at for two seconds at most: connecting takes a look, and it may just be catching up. */
const LOOKS = 8
const EVERY_MS = 250

/** Each replica by its name, whether servers read it, and how far it is behind. */
export async function lookAtReplicas(replicas: Pick<Replicas, 'look' | 'states'>): Promise<Advice[]> {
  for (let looks = 0; looks < LOOKS; looks++) {
    await replicas.look()
    if (replicas.states().every(({ state }) => state === 'read')) break
    await wait(EVERY_MS)
  }
  return replicas.states().map(adviceOf)
}

function adviceOf({ name, state, lagMs }: ReplicaLook): Advice {
  const lag = lagMs === null ? 'more than a minute' : `${(lagMs / 1000).toFixed(1)} s at most`
  switch (state) {
    case 'read':
      return ok('replica.follows', `The replica ${name} is ${lag} behind.`)
    case 'behind':
      return warn(
        'replica.follows',
        `The replica ${name} is behind by ${lag}, so the primary answers in its place.`,
        'Look whether its replay is paused, or give it more disk and processor.',
      )
    case 'unreachable':
      return warn(
        'replica.answers',
        `The replica ${name} does not answer, so the primary answers in its place.`,
        'Start it, or correct DATABASE_REPLICAS.',
      )
    case 'no_replica':
      return fault(
        'replica.follows',
        `${name} in DATABASE_REPLICAS follows no primary.`,
        'Make it a standby of the server in DATABASE_URL, or take it out of DATABASE_REPLICAS.',
      )
    case 'other_database':
      return fault(
        'replica.follows',
        `${name} in DATABASE_REPLICAS follows another primary than the one in DATABASE_URL.`,
        'Correct DATABASE_REPLICAS.',
      )
    default:
      return state satisfies never
  }
}
