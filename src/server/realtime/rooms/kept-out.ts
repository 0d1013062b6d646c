import type { KeptOutKind, Until } from '../../../shared/realms/moderation.ts'

type Known = Record<KeptOutKind, Map<string, Until>>

const nobody = (): Known => ({ mutes: new Map(), bans: new Map() })

/** A room's copy of who may not speak or be in its realm. */
export class KeptOut {
  #known = nobody()
  #isWanted = true
  /** What was announced during the query, which may be older. */
  #received: [KeptOutKind, string, Until | null][] = []

  find(kind: KeptOutKind, wallet: string | null, now: Date): Until | null {
    const found = wallet === null ? undefined : this.#known[kind].get(wallet)
    return found && (found.until === null || found.until > now) ? found : null
  }

  /** Null for whoever is let back. */
  set(kind: KeptOutKind, wallet: string, until: Until | null): void {
    this.#received.push([kind, wallet, until])
    this.#apply(kind, wallet, until)
  }

  /** Has it read again, as changes may have been missed. */
  forget(): void {
    this.#isWanted = true
  }

  /** Reads who is kept out, if that is not known. @returns the wallets of which something else is known now */
  async read(
    ask: () => Promise<Record<KeptOutKind, readonly ({ wallet: string } & Until)[]>>,
  ): Promise<string[]> {
    this.#received = []
    if (!this.#isWanted) return []
    this.#isWanted = false
    const { mutes, bans } = await ask().catch((error: unknown) => {
      this.#isWanted = true
      throw error
    })
    const before = this.#known
    this.#known = nobody()
    for (const { wallet, until } of mutes) this.#known.mutes.set(wallet, { until })
    for (const { wallet, until } of bans) this.#known.bans.set(wallet, { until })
    for (const [kind, wallet, until] of this.#received) this.#apply(kind, wallet, until)
    return [...changedIn('mutes', before, this.#known), ...changedIn('bans', before, this.#known)]
  }

  #apply(kind: KeptOutKind, wallet: string, until: Until | null): void {
    if (until) this.#known[kind].set(wallet, until)
    else this.#known[kind].delete(wallet)
  }
}

function changedIn(kind: KeptOutKind, before: Known, now: Known): string[] {
  const untilOf = (known: Known, wallet: string) => {
    const found = known[kind].get(wallet)
    return found && (found.until?.getTime() ?? null)
  }
  const wallets = new Set([...before[kind].keys(), ...now[kind].keys()])
  return [...wallets].filter((wallet) => untilOf(before, wallet) !== untilOf(now, wallet))
}
