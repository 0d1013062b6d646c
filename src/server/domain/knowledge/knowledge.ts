import { limits } from '../../../shared/common/limits.ts'
import type { FoundPassages, Passage, PassageAround } from '../../../shared/knowledge/sources.ts'
import { cutText } from '../../../shared/text/plain-text.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  findSearched,
  readAllPassages,
  readPassageAround,
  readPassages,
  type Searched,
  type SearchScope,
  type StoredPassage,
} from '../../db/knowledge/find-passages.ts'
import { findSourceAccess } from '../../db/knowledge/source-access.ts'
import { findHits } from './find-hits.ts'
import { isSameKey, passageKey, passageKeyFor } from './passage-keys.ts'
import { askedWords, type Question, readQuestion, termsOf } from './question-terms.ts'
import { createRanking, type Feedback, type RankPassages } from './rank-passages.ts'

interface OwnerSearch {
  agentId: string
  wallet: string
  query: string
}

/**
 * Tuned on three judged collections: see `bench/knowledge/measure-ranking.ts`. A question of few words learns more from
 * its first results than it says itself, so these keep their places.
 */
export const usualFeedback: Feedback = { passages: 5, terms: 20, weight: 0.6, keep: 4 }

const MOST_FOUND = 12

/** The share of the limit for short documents besides the found passages. */
const WHOLE_SHARE = 1 / 3

interface KnowledgeOptions {
  db: Db
  clock: () => Date
  indexBytes?: number
}

export class Knowledge {
  readonly #options: KnowledgeOptions
  readonly #rank: RankPassages

  /** @param options.indexBytes of the search index kept in memory, for measurements */
  constructor(options: KnowledgeOptions) {
    this.#options = options
    this.#rank = createRanking(options)
  }

  /**
   * Returns the best passages, then short documents as a whole within a third of the limit: a person's own files before
   * the agent's, newest first. If all fit, all are returned. Without anything to search it costs one statement by key.
   * @param ask.before the question before, if this one may refer to it
   * @param ask.limitCharacters of all passages together
   */
  async findPassages({
    question,
    before,
    limitCharacters,
    ...scope
  }: SearchScope & { question: string; before?: string | undefined; limitCharacters: number }): Promise<
    Passage[]
  > {
    const { db } = this.#options
    const asked = readQuestion(question, before)
    const searched = await findSearched(db, scope, askedWords(asked))
    if (searched.versions.length === 0) return []
    const all = searched.versions.reduce((sum, { characters }) => sum + characters, 0)
    const fits = all <= limitCharacters
    const whole = fits
      ? searched.versions.map(({ id }) => id)
      : shortVersions(searched, limitCharacters * WHOLE_SHARE)
    const found = await this.#find(searched, asked)
    const short = whole.length > 0 ? await readAllPassages(db, whole) : []
    const limitFound = limitCharacters - short.reduce((sum, { text }) => sum + text.length, 0)
    return presentAll(
      searched,
      [...takeWhile(found, Math.max(limitFound, limitCharacters * (1 - WHOLE_SHARE))), ...short],
      limitCharacters,
    )
  }

  async searchPassages(ask: OwnerSearch): Promise<Passage[]> {
    const { searched, found } = await this.#search(ask)
    return presentAll(searched, found, Number.POSITIVE_INFINITY)
  }

  /** With the words that were found, for an owner who tests the search. */
  async trySearch(ask: OwnerSearch): Promise<FoundPassages> {
    const { db } = this.#options
    const { searched, question, found } = await this.#search(ask)
    const passages = presentAll(searched, found, Number.POSITIVE_INFINITY)
    if (found.length === 0) return { passages, hits: [] }
    const { terms } = termsOf(question, searched)
    const lexemes = terms.flatMap((term) => term.lexemes)
    return { passages, hits: await findHits(db, { searched, lexemes }, found) }
  }

  /**
   * Returns null if this wallet may see no such passage.
   * @param at.key from the citation; the owner needs none, nor anyone if the agent's documents are open
   * @param at.by the API key that received the citation: while it lives, the passage opens also of a hidden agent of
   * its wallet, and `at.key` is the one made for it
   */
  async passageAround({
    sourceId,
    version,
    number,
    wallet,
    key,
    by,
  }: {
    sourceId: string
    version: number
    number: number
    wallet: string | null
    key?: string | undefined
    by?: string | undefined
  }): Promise<PassageAround | null> {
    const { db, clock } = this.#options
    const access = await findSourceAccess(db, sourceId, by === undefined ? null : { id: by, now: clock() })
    if (!access) return null
    const isOwner = access.owner === wallet
    const isOwnersKey = access.keyWallet === access.owner
    if (!isOwner && !isOwnersKey && !access.isOpen) return null
    const canOpen = isOwner || (access.isOpen && access.sourcesOpen === 'documents')
    const found = await readPassageAround(db, { sourceId, version, number })
    const stored = found?.passages.find((passage) => passage.number === number)
    if (!found || !stored) return null
    const { secret, name, pages, passages } = found
    const plain = passageKey(secret, number)
    const opens =
      by === undefined
        ? isSameKey(key, plain)
        : access.keyWallet !== null && isSameKey(key, passageKeyFor(plain, by.toLowerCase()))
    if (!canOpen && !opens) return null
    const previous = passages.find((passage) => passage.number === number - 1)
    const next = passages.find((passage) => passage.number === number + 1)
    return {
      before: previous
        ? previous.text
            .slice(0, stored.from - previous.from)
            .slice(-limits.passageAround)
            .replace(/^[\udc00-\udfff]/, '')
        : '',
      passage: {
        ...present({ sourceId, version, name, secret }, stored),
        // Who came by an API key learns no key that outlives it.
        ...(!canOpen && key !== undefined && { key }),
      },
      after: next ? cutText(next.text.slice(Math.max(0, stored.to - next.from)), limits.passageAround) : '',
      document: { name, pages, canOpen },
      agent: isOwner || access.isOpen ? access.agent : null,
    }
  }

  async #find(searched: Searched, question: Question): Promise<StoredPassage[]> {
    const { db } = this.#options
    const found = await this.#rank(searched, question, { most: MOST_FOUND, feedback: usualFeedback })
    return found.length === 0 ? [] : readPassages(db, found)
  }

  async #search({ agentId, wallet, query }: OwnerSearch) {
    const { db } = this.#options
    const question = readQuestion(query)
    const searched = await findSearched(db, { agentId, wallet }, askedWords(question))
    return {
      searched,
      question,
      found: searched.versions.length === 0 ? [] : await this.#find(searched, question),
    }
  }
}

function shortVersions({ versions }: Searched, limit: number): number[] {
  let left = limit
  return versions.flatMap(({ id, characters }) => {
    if (characters > left) return []
    left -= characters
    return [id]
  })
}

function takeWhile(passages: readonly StoredPassage[], limit: number): StoredPassage[] {
  let length = 0
  const end = passages.findIndex(({ text }) => {
    length += text.length
    return length > limit
  })
  return passages.slice(0, end === -1 ? undefined : end)
}

function presentAll(searched: Searched, stored: readonly StoredPassage[], limit: number): Passage[] {
  const versions = new Map(searched.versions.map((version) => [version.id, version]))
  const seen = new Set<string>()
  const once = stored.filter(({ versionId, number }) => {
    const place = `${versionId} ${number}`
    if (seen.has(place)) return false
    seen.add(place)
    return true
  })
  return takeWhile(once, limit).flatMap((passage) => {
    const version = versions.get(passage.versionId)
    return version ? [present(version, passage)] : []
  })
}

function present(
  version: { sourceId: string; version: number; name: string; secret: string },
  { versionId: _, ...passage }: StoredPassage,
): Passage {
  return {
    ...passage,
    sourceId: version.sourceId,
    version: version.version,
    sourceName: version.name,
    key: passageKey(version.secret, passage.number),
  }
}
