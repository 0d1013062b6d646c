import type { Presence } from '../../../shared/realms/realtime.ts'

/** Maximum number of wallets listed for one realm; the count is of all of them. */
const NAMED = 100

interface Here {
  /** Wallets with the number of times that each is counted. */
  wallets: Map<string, number>
  visitors: number
}

/** Tracks who is in which realm; a wallet counts as one person however often it was added. */
export class People {
  readonly #realms = new Map<string, Here>()

  add(realmId: string, wallet: string): boolean {
    const { wallets } = this.#at(realmId)
    const before = wallets.get(wallet) ?? 0
    wallets.set(wallet, before + 1)
    return before === 0
  }

  /** Removes a wallet once. @returns whether it is no longer present */
  drop(realmId: string, wallet: string): boolean {
    const here = this.#realms.get(realmId)
    const before = here?.wallets.get(wallet)
    if (!here || before === undefined) return false
    if (before > 1) {
      here.wallets.set(wallet, before - 1)
      return false
    }
    here.wallets.delete(wallet)
    this.#forgetEmpty(realmId, here)
    return true
  }

  moveVisitors(realmId: string, by: number): void {
    const here = this.#at(realmId)
    here.visitors = Math.max(0, here.visitors + by)
    this.#forgetEmpty(realmId, here)
  }

  wallets(realmId: string): Iterable<string> {
    return this.#realms.get(realmId)?.wallets.keys() ?? []
  }

  visitors(realmId: string): number {
    return this.#realms.get(realmId)?.visitors ?? 0
  }

  realms(): Iterable<string> {
    return this.#realms.keys()
  }

  count(realmId: string): number {
    const here = this.#realms.get(realmId)
    return here ? here.wallets.size + here.visitors : 0
  }

  here(realmId: string): Presence {
    const here = this.#realms.get(realmId)
    const people: string[] = []
    for (const wallet of here?.wallets.keys() ?? []) {
      if (people.length === NAMED) break
      people.push(wallet)
    }
    return { people, peopleCount: here?.wallets.size ?? 0, visitors: here?.visitors ?? 0 }
  }

  #at(realmId: string): Here {
    const known = this.#realms.get(realmId)
    if (known) return known
    const here: Here = { wallets: new Map(), visitors: 0 }
    this.#realms.set(realmId, here)
    return here
  }

  #forgetEmpty(realmId: string, here: Here): void {
    if (here.wallets.size === 0 && here.visitors === 0) this.#realms.delete(realmId)
  }
}
