import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { addUnits, holdUnits, spentUnitsTable, sweepUnits } from '../../db/spending/held-units.ts'
import { readSpent } from '../../db/spending/read-spent.ts'
import { SAMPLING } from '../../llm/settings/model-settings.ts'
import { Failure } from '../failure.ts'
import type { Chosen } from '../models/chosen-model.ts'
import { MICROS_A_CENT, microsOf } from '../models/price.ts'
import { type Account, accountsOf, accountsOfKey, type PlaceCaps, usedUpSentence } from './accounts.ts'
import { type ReplyUse, SpentByReply } from './spent-by-reply.ts'
import { dayOf, type HeldUnits, UnitLedger } from './unit-ledger.ts'

const DAY_MS = 24 * 3_600_000
const KEPT_DAYS = 40

/** The seconds after which a reply may have given back what others wait for. */
const HELD_SECONDS = 2

/** The most tokens that a model thinks for one answer, for what a reply may cost at most. */
const MOST_THOUGHTS = 32_000

interface SpentToday {
  words: number
  /** Null if nothing was counted in money, as without known prices. */
  cents: number | null
}

interface SpendingOptions {
  db: Db
  clock: () => Date
  log: Logger
  caps: PlaceCaps
}

/** Caps of what models are used for: of the place for each wallet, and of own keys. */
export class Spending {
  readonly #options: SpendingOptions
  readonly #ledger: UnitLedger

  constructor(options: SpendingOptions) {
    const { db, clock, log } = options
    this.#options = options
    this.#ledger = new UnitLedger({
      store: (used) => addUnits(db, spentUnitsTable, used),
      hold: (wanted) => holdUnits(db, spentUnitsTable, wanted),
      unstored: 'what models are used for can not be stored yet',
      ...{ clock, log },
    })
  }

  /**
   * Holds the most that a reply may use of every cap that it is under, until its end.
   * @param over is called once, when the reply is over, if its model was asked
   * @throws {Failure} `model_used_up`, or `rate_limited` while running replies hold what is left; nothing is held then
   */
  async hold(
    wallet: string | null,
    chosen: Chosen,
    over: (use: ReplyUse) => void,
    wantedTokens = Number.POSITIVE_INFINITY,
  ): Promise<SpentByReply> {
    const accounts = accountsOf(wallet, chosen, this.#options.caps)
    const { facts } = chosen.model
    const length = Math.min(wantedTokens, chosen.settings.maxTokens ?? SAMPLING.max_tokens)
    const mostTokens = length + (facts.reasons === false ? 0 : Math.min(MOST_THOUGHTS, facts.windowTokens))
    const most = {
      words: length,
      micros: facts.prices
        ? Math.max(1, microsOf({ prompt: facts.windowTokens, completion: mostTokens }, facts.prices))
        : 0,
    }
    const holds = await Promise.allSettled(
      accounts.map(({ id, unit, cap }) =>
        this.#ledger.hold(id, cap === null ? null : { cap, units: most[unit] }),
      ),
    )
    const held = { words: [] as HeldUnits[], micros: [] as HeldUnits[] }
    for (const [index, hold] of holds.entries()) {
      const account = accounts[index]
      if (account && hold.status === 'fulfilled' && hold.value) held[account.unit].push(hold.value)
    }
    const hasCap = accounts.some(({ unit, cap }) => unit === 'words' && cap !== null)
    const spent = new SpentByReply(
      {
        ...{ prices: facts.prices, mostTokens, held },
        mostWords: hasCap ? length : Number.POSITIVE_INFINITY,
      },
      over,
    )
    try {
      for (const [index, hold] of holds.entries()) {
        if (hold.status === 'rejected') throw hold.reason
        const account = accounts[index]
        if (!hold.value && account) throw await this.#refusal(account)
      }
    } catch (error) {
      spent.giveBack()
      throw error
    }
    return spent
  }

  /** What own keys were used for today, by their ids; those that were not are left out. */
  async spentToday(keyIds: readonly string[]): Promise<Map<string, SpentToday>> {
    const day = dayOf(this.#options.clock())
    const accounts = keyIds.map((id) => ({ id, ...accountsOfKey(id) }))
    const stored = await readSpent(
      this.#options.db,
      accounts.flatMap(({ words, micros }) => [words, micros]),
      day,
    )
    const used = (account: string) => (stored.get(account) ?? 0) + this.#ledger.unstored(account, day)
    const spent = new Map<string, SpentToday>()
    for (const { id, words, micros } of accounts) {
      const money = used(micros)
      if (used(words) === 0 && money === 0) continue
      const isPriced = money > 0 || stored.has(micros)
      spent.set(id, { words: used(words), cents: isPriced ? money / MICROS_A_CENT : null })
    }
    return spent
  }

  /** Stores what is only in memory. Never rejects. */
  flush(): Promise<void> {
    return this.#ledger.flush()
  }

  sweep(): Promise<void> {
    const { db, clock } = this.#options
    return sweepUnits(db, spentUnitsTable, dayOf(new Date(clock().getTime() - KEPT_DAYS * DAY_MS)))
  }

  close(): Promise<void> {
    return this.#ledger.close()
  }

  async #refusal(account: Account): Promise<Failure> {
    const { db, clock } = this.#options
    const now = clock()
    const day = dayOf(now)
    const stored = (await readSpent(db, [account.id], day)).get(account.id) ?? 0
    const isUsedUp = stored + this.#ledger.unstored(account.id, day) >= (account.cap ?? 0)
    if (!isUsedUp)
      return new Failure(
        'rate_limited',
        'Answers that are running may take what is left for today. Try again in a moment.',
        { retryAfter: HELD_SECONDS },
      )
    const tomorrow = Math.ceil((now.getTime() + 1) / DAY_MS) * DAY_MS
    return new Failure('model_used_up', usedUpSentence(account), {
      retryAfter: Math.ceil((tomorrow - now.getTime()) / 1_000),
    })
  }
}
