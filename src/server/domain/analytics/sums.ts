import type { FailureReason } from '../../../shared/analytics.ts'
import type { ReplyCounts } from '../../db/analytics/record-analytics.ts'

const HOUR_MS = 3_600_000

export interface Fact extends Partial<ReplyCounts> {
  agentId: string
  /** When the reply was requested, in milliseconds since 1970. Everything about a reply counts for that hour. */
  at: number
  person?: string
  /** The wallet whose reply was completed. */
  talkedWith?: string
  failed?: FailureReason
  firstWords?: number
}

export interface HourSums extends ReplyCounts {
  agentId: string
  /** The start of the hour, in milliseconds since 1970. */
  start: number
  failures: Map<FailureReason, number>
  firstWords: Map<number, number>
  people: Set<string>
  /** The number of completed replies by the wallet that asked. */
  talks: Map<string, number>
}

export const NO_COUNTS: Readonly<ReplyCounts> = {
  conversations: 0,
  messages: 0,
  visitorMessages: 0,
  finished: 0,
  stopped: 0,
  interrupted: 0,
  words: 0,
}
export const countNames = Object.keys(NO_COUNTS) as readonly (keyof ReplyCounts)[]

export class Sums {
  readonly #hours = new Map<string, HourSums>()
  readonly #most: number
  #keys = 0

  /** @param most keys (agent hours, and in each the reasons, buckets and people); facts that need a further one are refused */
  constructor(most: number) {
    this.#most = most
  }

  get isEmpty(): boolean {
    return this.#hours.size === 0
  }

  /** False if there is no room for the fact. */
  add(fact: Fact): boolean {
    const { agentId, at, failed, firstWords, person, talkedWith } = fact
    const start = at - (at % HOUR_MS)
    if (this.#keys >= this.#most && !this.#isKnown(`${agentId} ${start}`, fact)) return false
    const hour = this.#hourOf(agentId, start)
    for (const name of countNames) hour[name] += fact[name] ?? 0
    if (failed !== undefined) this.#addUp(hour.failures, failed, 1)
    if (firstWords !== undefined) this.#addUp(hour.firstWords, firstWords, 1)
    if (person !== undefined) this.#addPerson(hour.people, person)
    if (talkedWith !== undefined) this.#addUp(hour.talks, talkedWith, 1)
    return true
  }

  /** Removes and returns the sums of this many agent hours, oldest first. */
  take(count: number): HourSums[] {
    const taken = [...this.#hours.entries()].sort(([, a], [, b]) => a.start - b.start).slice(0, count)
    for (const [key, { failures, firstWords, people, talks }] of taken) {
      this.#hours.delete(key)
      this.#keys -= 1 + failures.size + firstWords.size + people.size + talks.size
    }
    return taken.map(([, hour]) => hour)
  }

  /** Adds sums that were taken before, even beyond the maximum. */
  putBack(taken: readonly HourSums[]): void {
    for (const { agentId, start, failures, firstWords, people, talks, ...counts } of taken) {
      const hour = this.#hourOf(agentId, start)
      for (const name of countNames) hour[name] += counts[name]
      for (const [why, count] of failures) this.#addUp(hour.failures, why, count)
      for (const [bucket, count] of firstWords) this.#addUp(hour.firstWords, bucket, count)
      for (const person of people) this.#addPerson(hour.people, person)
      for (const [wallet, count] of talks) this.#addUp(hour.talks, wallet, count)
    }
  }

  #hourOf(agentId: string, start: number): HourSums {
    const key = `${agentId} ${start}`
    const known = this.#hours.get(key)
    if (known) return known
    const made: HourSums = {
      ...{ ...NO_COUNTS, agentId, start },
      ...{ failures: new Map(), firstWords: new Map(), people: new Set(), talks: new Map() },
    }
    this.#hours.set(key, made)
    this.#keys++
    return made
  }

  #addUp<Key>(counts: Map<Key, number>, key: Key, count: number): void {
    const known = counts.get(key)
    if (known === undefined) this.#keys++
    counts.set(key, (known ?? 0) + count)
  }

  #addPerson(people: Set<string>, person: string): void {
    if (people.has(person)) return
    people.add(person)
    this.#keys++
  }

  #isKnown(key: string, { failed, firstWords, person, talkedWith }: Fact): boolean {
    const hour = this.#hours.get(key)
    return (
      hour !== undefined &&
      (failed === undefined || hour.failures.has(failed)) &&
      (firstWords === undefined || hour.firstWords.has(firstWords)) &&
      (person === undefined || hour.people.has(person)) &&
      (talkedWith === undefined || hour.talks.has(talkedWith))
    )
  }
}
