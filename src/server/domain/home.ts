import { firstQuestions } from '../../shared/agents/first-questions.ts'
import type { Home, HomeAgent, SuggestedAgent } from '../../shared/home.ts'
import { RecentMap } from '../base/recent-map.ts'
import { findListedAgents, findMostTalked, findNewest, findRising, type SkilledAgent } from '../db/home.ts'
import { findListedRealms } from '../db/realms/realm-lists.ts'
import type { Reads } from '../db/replicas/replica-reads.ts'
import { sampleAgents } from './agents/samples.ts'
import { risesFrom } from './rank/rank.ts'
import { sampleRealms } from './realms/samples.ts'

const AGENTS = 3
const RISING = 4
const REALMS = 4

/** How many of the fullest realms a statement asks for, because some are unlisted: the first one, and each further one. */
const LOOKED_AT = 40
const LOOKED_AT_NEXT = 2_000

/** For how long a realm that was found in no list is not asked for again, in milliseconds, and how many of them are known. */
const UNLISTED_MS = 10_000
const MOST_UNLISTED = 20_000

/** The part of the home screen that is the same for everybody. */
export class HomeFacts {
  readonly #options: HomeOptions
  /** Until when realms are taken for unlisted, so that not every read asks for all that are fuller than listed ones. */
  readonly #unlisted = new RecentMap<string, number>(MOST_UNLISTED)

  constructor(options: HomeOptions) {
    this.#options = options
  }

  async read(): Promise<Home> {
    const { reads, clock, fullest } = this.#options
    const db = reads('home')
    const places = fullest()
    const sampleRealmIds = sampleRealms.map(({ id }) => id)
    const [agents, rising, listed] = await Promise.all([
      this.#toBeginWith(),
      findRising(db, risesFrom(clock()), RISING),
      this.#findListed(
        places.map(({ realmId }) => realmId),
        sampleRealmIds,
      ),
    ])
    const listedRealm = (realmId: string, here: number) => {
      const realm = listed.get(realmId)
      return realm ? [{ ...realm, here }] : []
    }
    const live = places.flatMap(({ realmId, here }) => listedRealm(realmId, here)).slice(0, REALMS)
    const toEnter = sampleRealmIds
      .filter((id) => !places.some(({ realmId }) => realmId === id))
      .flatMap((id) => listedRealm(id, 0))
    return {
      agents,
      rising,
      toMeet: await this.#toMeet(RISING - rising.length, [...agents, ...rising]),
      live,
      toEnter: toEnter.slice(0, REALMS - live.length),
    }
  }

  /** One statement, and more where people fill so many unlisted realms that listed ones come after them. */
  async #findListed(fullest: readonly string[], samples: readonly string[]) {
    const { reads, clock } = this.#options
    const now = clock().getTime()
    const asked = fullest.filter((id) => (this.#unlisted.get(id) ?? 0) <= now)
    const listed = new Map<string, Awaited<ReturnType<typeof findListedRealms>>[number]>()
    let live = 0
    let from = 0
    do {
      const ids = asked.slice(from, from === 0 ? LOOKED_AT : from + LOOKED_AT_NEXT)
      const found = await findListedRealms(reads('home'), from === 0 ? [...ids, ...samples] : ids)
      for (const realm of found) listed.set(realm.id, realm)
      for (const id of ids)
        if (listed.has(id)) live += 1
        else this.#unlisted.set(id, now + UNLISTED_MS)
      from += ids.length
    } while (live < REALMS && from < asked.length)
    return listed
  }

  /** The most talked-with agents, then samples, because a newest agent may be unsuitable, then the newest. */
  async #toBeginWith(): Promise<SuggestedAgent[]> {
    const db = this.#options.reads('home')
    const found = new Map<string, SkilledAgent>()
    const samples = sampleAgents.slice(0, 2 * AGENTS).map(({ id }) => id)
    for (const find of [findMostTalked, () => findListedAgents(db, samples), findNewest]) {
      if (found.size >= AGENTS) break
      for (const agent of await find(db, AGENTS)) if (!found.has(agent.id)) found.set(agent.id, agent)
    }
    return [...found.values()]
      .slice(0, AGENTS)
      .map((agent) => ({ ...presentAgent(agent), questions: firstQuestions(agent) }))
  }

  /** Samples that stand in for rising agents; none is shown twice. */
  async #toMeet(count: number, shown: readonly HomeAgent[]): Promise<HomeAgent[]> {
    const others = sampleAgents.map(({ id }) => id).filter((id) => !shown.some((agent) => agent.id === id))
    const listed = count > 0 ? await findListedAgents(this.#options.reads('home'), others) : []
    return listed.slice(0, count).map(presentAgent)
  }
}

interface HomeOptions {
  reads: Reads
  clock: () => Date
  /** Those with most people first, and how many have any. */
  fullest: () => { realmId: string; here: number }[]
}

function presentAgent({ id, name, pictureUrl, category, description }: SkilledAgent): HomeAgent {
  return { id, name, pictureUrl, category, description }
}
