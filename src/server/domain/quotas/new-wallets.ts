import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import { RecentMap } from '../../base/recent-map.ts'
import type { Db } from '../../db/connect/connect.ts'
import { countRealms } from '../../db/own-data/measure-wallet.ts'
import { countPublished, findFirstSignIn } from '../../db/people/new-wallets.ts'
import { Failure } from '../failure.ts'
import { CappedQuota } from './quota.ts'

const HOUR_MS = 60 * 60_000

/** The number of wallets whose age is remembered; the most recent ones are kept. */
const WALLETS_KNOWN = 10_000

/** What is counted as it is done. The others are counted where they are stored. */
export type DoneByNewWallet = 'messages' | 'reports' | 'invitations'
type Stored = 'agents' | 'realms'

interface NewWalletsOptions {
  db: Db
  clock: () => Date
  /** How long a wallet is new; 0 for no limits. */
  hours: number
  /** Counts something that a wallet does. @returns the seconds until it may do it again; 0 if it may now */
  take: (what: DoneByNewWallet, wallet: string) => Promise<number>
  /** Takes back what was counted, because nothing was done. */
  giveBack: (what: DoneByNewWallet, wallet: string) => Promise<void>
}

interface Once<Result> {
  /** Whether something was done that counts. */
  kept?: (result: Result) => boolean
  before?: () => Promise<Result | null>
}

const sentences: Record<Stored | DoneByNewWallet, (cap: number) => string> = {
  agents: (cap) => `On its first day a wallet can publish ${cap} agents`,
  realms: (cap) => `On its first day a wallet can make ${cap} realms`,
  messages: (cap) => `On its first day a wallet can send ${cap} messages an hour`,
  reports: (cap) => `On its first day a wallet can report ${cap} things`,
  invitations: (cap) => `On its first day a wallet can bring ${cap} agents into realms`,
}

/**
 * What a wallet may do before it is known here for a while (record 0112): wallets cost nothing, so whoever floods a place
 * comes with new ones.
 */
export class NewWallets {
  readonly #options: NewWalletsOptions
  readonly #quotas: Record<Stored, CappedQuota>
  /** Oldest first. */
  readonly #firstSignIns = new RecentMap<string, Date>(WALLETS_KNOWN)

  constructor(options: NewWalletsOptions) {
    const { db, clock } = options
    this.#options = options
    const counted = (cap: number, measure: (wallet: string) => Promise<number>) =>
      // The sentence depends on the wallet, so that `hold` says it.
      new CappedQuota({ cap, measure, refuse: () => new Full(), freshMs: 0, recheckMs: 0 })
    this.#quotas = {
      agents: counted(trustLimits.newWallet.agents, (wallet) => countPublished(db, wallet)),
      realms: counted(trustLimits.newWallet.realms, (wallet) => countRealms(db, wallet, clock())),
    }
  }

  /**
   * Goes around what a wallet does. Running work counts, so that many at once do not exceed the cap; what fails or does
   * nothing does not.
   * @throws {Failure} `too_new`
   */
  async hold<Result>(
    wallet: string,
    what: Stored | DoneByNewWallet,
    work: () => Promise<Result>,
    once: Once<Result> = {},
  ): Promise<Result> {
    const ends = await this.#newUntil(wallet)
    if (!ends) return work()
    if (what !== 'agents' && what !== 'realms') return this.#holdCounted({ wallet, what, ends }, work, once)
    try {
      return await this.#quotas[what].hold(wallet, 1, work, once)
    } catch (error) {
      if (error instanceof Full) throw this.#refusal(what, ends)
      throw error
    }
  }

  async #holdCounted<Result>(
    { wallet, what, ends }: { wallet: string; what: DoneByNewWallet; ends: Date },
    work: () => Promise<Result>,
    { kept = () => true, before }: Once<Result>,
  ): Promise<Result> {
    const wait = await this.#options.take(what, wallet)
    let isDone = false
    try {
      if (wait > 0) return (await before?.()) ?? Promise.reject(this.#refusal(what, ends, wait))
      const result = await work()
      isDone = kept(result)
      return result
    } finally {
      if (!isDone) await this.#options.giveBack(what, wallet)
    }
  }

  async #newUntil(wallet: string): Promise<Date | null> {
    const { db, clock, hours } = this.#options
    if (hours === 0) return null
    const known = this.#firstSignIns
    const first = known.get(wallet) ?? (await findFirstSignIn(db, wallet))
    if (!first) return null
    known.set(wallet, first)
    const ends = new Date(first.getTime() + hours * HOUR_MS)
    return ends > clock() ? ends : null
  }

  #refusal(what: Stored | DoneByNewWallet, ends: Date, wait?: number): Failure {
    const { clock, hours } = this.#options
    const left = Math.max(1, Math.ceil((ends.getTime() - clock().getTime()) / 1000))
    const span = hours === 24 ? 'On its first day' : `In its first ${hours === 1 ? 'hour' : `${hours} hours`}`
    const sentence = sentences[what](trustLimits.newWallet[what]).replace('On its first day', span)
    const retryAfter = Math.min(wait ?? left, left)
    // Messages alone are counted by the hour.
    const then =
      retryAfter < left ? `You can send more in ${inWords(retryAfter)}` : `This ends in ${inWords(left)}`
    return new Failure('too_new', `${sentence}. ${then}.`, { retryAfter })
  }
}

class Full extends Error {}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'an hour' : `${hours} hours`
}
