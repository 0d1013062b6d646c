import type { Presence } from '../../../shared/realms/realtime.ts'

/** The most names that are told of one realm; the count says how many there are. */
const NAMED = 100

interface Here {
  /** Wallets, and how often each is counted. */
  wallets: Map<string, number>
  visitors: number
}

/** Who is in which realm: a wallet once, however often it is counted. */
export interface People {
  /** Counts a wallet once more. @returns whether it was not there */
  add(realmId: string, wallet: string): boolean
  /** Counts a wallet once less. @returns whether it is gone with that */
  drop(realmId: string, wallet: string): boolean
  /** So many visitors more, or fewer. */
  moveVisitors(realmId: string, by: number): void
  wallets(realmId: string): Iterable<string>
  visitors(realmId: string): number
  count(realmId: string): number
  here(realmId: string): Presence
  /** The realms in which somebody is. */
  realms(): Iterable<string>
}

export function createPeople(): People {
  const realms = new Map<string, Here>()

  function at(realmId: string): Here {
    const known = realms.get(realmId)
    if (known) return known
    const here: Here = { wallets: new Map(), visitors: 0 }
    realms.set(realmId, here)
    return here
  }

  function forgetEmpty(realmId: string, here: Here) {
    if (here.wallets.size === 0 && here.visitors === 0) realms.delete(realmId)
  }

  return {
    add(realmId, wallet) {
      const { wallets } = at(realmId)
      const before = wallets.get(wallet) ?? 0
      wallets.set(wallet, before + 1)
      return before === 0
    },

    drop(realmId, wallet) {
      const here = realms.get(realmId)
      const before = here?.wallets.get(wallet)
      if (!here || before === undefined) return false
      if (before > 1) {
        here.wallets.set(wallet, before - 1)
        return false
      }
      here.wallets.delete(wallet)
      forgetEmpty(realmId, here)
      return true
    },

    moveVisitors(realmId, by) {
      const here = at(realmId)
      here.visitors = Math.max(0, here.visitors + by)
      forgetEmpty(realmId, here)
    },

    wallets: (realmId) => realms.get(realmId)?.wallets.keys() ?? [],
    visitors: (realmId) => realms.get(realmId)?.visitors ?? 0,
    realms: () => realms.keys(),

    count(realmId) {
      const here = realms.get(realmId)
      return here ? here.wallets.size + here.visitors : 0
    },

    here(realmId) {
      const here = realms.get(realmId)
      const people: string[] = []
      for (const wallet of here?.wallets.keys() ?? []) {
        if (people.length === NAMED) break
        people.push(wallet)
      }
      return { people, peopleCount: here?.wallets.size ?? 0, visitors: here?.visitors ?? 0 }
    },
  }
}
