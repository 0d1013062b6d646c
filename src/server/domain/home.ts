import type { Home, HomeAgent } from '../../shared/home.ts'
import type { Db } from '../db/connect/connect.ts'
import { findListedAgents, findListedRealms, findMostTalked, findNewest, findRising } from '../db/home.ts'
import { sampleAgents } from './agents/samples.ts'
import { risesFrom } from './rank/rank.ts'

const AGENTS = 3
const RISING = 4
const REALMS = 4

/** How many of the fullest realms are read, because some of them are unlisted. */
const LOOKED_AT = 40

/** The part of the home screen that is the same for everybody. */
export interface HomeFacts {
  read(): Promise<Home>
}

/**
 * @param options.fullest returns the realms with people in them, those with most people first, and how many are there
 */
export function createHome(options: {
  db: Db
  clock: () => Date
  fullest: (most: number) => { realmId: string; here: number }[]
}): HomeFacts {
  const { db, clock, fullest } = options

  /**
   * The agents to start with: the most talked-with ones; if there are too few, samples, because an arbitrary newest
   * agent may be unsuitable; then the newest.
   */
  async function toBeginWith(): Promise<HomeAgent[]> {
    const found = new Map<string, HomeAgent>()
    const samples = sampleAgents.slice(0, 2 * AGENTS).map(({ id }) => id)
    for (const find of [findMostTalked, () => findListedAgents(db, samples), findNewest]) {
      if (found.size >= AGENTS) break
      for (const agent of await find(db, AGENTS)) if (!found.has(agent.id)) found.set(agent.id, agent)
    }
    return [...found.values()].slice(0, AGENTS)
  }

  return {
    async read() {
      const places = fullest(LOOKED_AT)
      const [agents, rising, listed] = await Promise.all([
        toBeginWith(),
        findRising(db, risesFrom(clock()), RISING),
        findListedRealms(
          db,
          places.map(({ realmId }) => realmId),
        ),
      ])
      const live = places.flatMap(({ realmId, here }) =>
        listed.filter(({ id }) => id === realmId).map((realm) => ({ ...realm, here })),
      )
      return { agents, rising, live: live.slice(0, REALMS) }
    },
  }
}
