import {
  likedBy,
  type NewRating,
  type OwnRating,
  type RatingAnswer,
  type RatingPage,
  type RatingSummary,
  type RatingsQuery,
  ratingRules,
} from '../../../shared/agents/ratings.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { Reads } from '../../db/replicas/replica-reads.ts'
import {
  countRepliesFor,
  findOwnRating,
  findRatedAgent,
  listRatings,
  RATINGS,
  removeRating,
  storeAnswer,
  storeRating,
  sumRatings,
} from '../../db/trust/ratings.ts'
import { Failure, noSuch } from '../failure.ts'
import { bytesOf, type Quotas } from '../quotas/quotas.ts'
import { rankRules } from '../rank/rank.ts'
import { readCursor } from '../read-cursor.ts'

/** A summary is of the newest ratings. */
const MOST_SUMMED = 5_000

interface RatingsOptions {
  db: Db
  /** For what everybody sees of ratings. */
  reads?: Reads
  clock: () => Date
  quotas: Pick<Quotas, 'words'>
  /** Says why a wallet finds no agent. @throws {Failure} `not_found` or `taken_down` */
  refuseAgent: (id: string) => Promise<never>
}

/** What people who talked with an agent think of it (record 0107). Methods may throw a {Failure} `not_found` or `taken_down`. */
export class Ratings {
  readonly #db: Db
  readonly #reads: Reads
  readonly #clock: () => Date
  readonly #quotas: Pick<Quotas, 'words'>
  readonly #refuseAgent: RatingsOptions['refuseAgent']

  constructor({ db, reads = () => db, clock, quotas, refuseAgent }: RatingsOptions) {
    this.#db = db
    this.#reads = reads
    this.#clock = clock
    this.#quotas = quotas
    this.#refuseAgent = refuseAgent
  }

  async open(agentId: string, wallet: string | null, query: RatingsQuery): Promise<RatingPage> {
    const { cursor, limit = limits.listPage } = query
    const after = readCursor(RATINGS, cursor)
    const { owner, version } = await this.#agent(agentId, wallet)
    return {
      summary: await this.summary({ agentId, version }),
      may: await this.#may(agentId, owner, wallet),
      own: wallet === null ? null : await findOwnRating(this.#db, agentId, wallet),
      ...(await listRatings(this.#reads('ratings'), { agentId, after, limit })),
    }
  }

  /** Each wallet weighs as it does in the order of agents. */
  async summary(of: { agentId: string; version: number }): Promise<RatingSummary> {
    const weighing = { whole: rankRules.whole, now: this.#clock(), most: MOST_SUMMED }
    const { raters, before, ...sums } = await sumRatings(this.#reads('ratings'), of, weighing)
    return { raters, before, likedBy: likedBy({ raters, ...sums }) }
  }

  /**
   * Replaces the wallet's rating, which is of the agent's present version then.
   * @throws {Failure} `not_entitled` before three finished replies, `forbidden` for its owner, `quota_reached`
   */
  async rate(agentId: string, wallet: string, rating: NewRating): Promise<OwnRating> {
    const { owner, version } = await this.#agent(agentId, wallet)
    const may = await this.#may(agentId, owner, wallet)
    if (may === 'own') throw new Failure('forbidden', 'You can’t rate an agent of your own.')
    if (may !== 'yes')
      throw new Failure(
        'not_entitled',
        `Talk with it first: you can rate it after ${ratingRules.replies} of its replies.`,
      )
    const stored = { agentId, wallet, version, rating, at: this.#clock() }
    await this.#quotas.words.hold(wallet, bytesOf(rating.words), () => storeRating(this.#db, stored))
    return (await findOwnRating(this.#db, agentId, wallet)) ?? noSuch('agent')
  }

  /** Repeating it changes nothing. */
  async remove(agentId: string, wallet: string): Promise<void> {
    await removeRating(this.#db, agentId, wallet)
  }

  /**
   * What the agent's owner says to a rating's words, once; the same words again change nothing.
   * @throws {Failure} `forbidden` for others, `conflict` if there is another answer, or the words are others than it is `to`
   */
  async answer(agentId: string, owner: string, of: string, { words, to }: RatingAnswer): Promise<OwnRating> {
    if ((await this.#agent(agentId, owner)).owner !== owner)
      throw new Failure('forbidden', 'Only whoever made the agent can answer here.')
    await storeAnswer(this.#db, { agentId, wallet: of, answer: words, to, at: this.#clock() })
    const rating = await findOwnRating(this.#db, agentId, of)
    if (!rating || rating.words === '' || rating.wordsAreDown)
      throw new Failure('not_found', 'There is nothing here to answer.')
    if (rating.answer === null)
      throw new Failure('conflict', 'These words have changed meanwhile. Read them before you answer.')
    if (rating.answer !== words) throw new Failure('conflict', 'You have answered this already.')
    return rating
  }

  async #agent(agentId: string, wallet: string | null) {
    return (await findRatedAgent(this.#db, agentId, wallet)) ?? this.#refuseAgent(agentId)
  }

  async #may(agentId: string, owner: string, wallet: string | null): Promise<RatingPage['may']> {
    if (wallet === null) return 'visitor'
    if (owner === wallet) return 'own'
    return (await countRepliesFor(this.#db, agentId, wallet)) >= ratingRules.replies ? 'yes' : 'talk_first'
  }
}
