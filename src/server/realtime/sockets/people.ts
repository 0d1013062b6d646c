import type { Presence } from '../../../shared/realms/realtime.ts'

/** Maximum number of wallets listed for one realm; the count is of all of them. */
const NAMED = 100

interface Here {
  /** Wallets with the number of times that each is counted. */
  wallets: Map<string, number>
  visitors: number
}

/** Tracks who is in which realm; a wallet counts as one person however often it was added. */
export interface People {
  /** Adds a wallet. @returns whether it was not present before */
  add(realmId: string, wallet: string): boolean
  /** Removes a wallet once. @returns whether it is no longer present */
  drop(realmId: string, wallet: string): boolean
  /** Changes the number of visitors by `by`. */
  moveVisitors(realmId: string, by: number): void
  wallets(realmId: string): Iterable<string>
  visitors(realmId: string): number
  count(realmId: string): number
  here(realmId: string): Presence
  /** The realms with somebody in them. */
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
