import {
  type Analytics,
  type AnalyticsPoint,
  type AnalyticsTotals,
  type FailureReason,
  failureReasons,
  type ModelUse,
  type Range,
} from '../../../shared/analytics.ts'
import { pictureUrlOf } from '../../db/agents/picture-url.ts'
import type { CountedAgent, StoredAnalytics, SumsRow } from '../../db/analytics/read-analytics.ts'
import type { ModelUseRow } from '../../db/spending/model-use.ts'
import { MICROS_A_CENT } from '../models/price.ts'
import type { AnalyticsWindow } from './analytics-window.ts'
import { quantile } from './first-words-histogram.ts'
import { countNames, NO_COUNTS } from './sums.ts'

type Stored = Omit<StoredAnalytics, 'agents'>

/** Stored analytics as their owner sees them; if they are of `one` agent, it is not listed again. */
export function presentAnalytics(
  { agents, ...stored }: StoredAnalytics,
  range: Range,
  window: AnalyticsWindow,
  models: readonly ModelUseRow[],
  one: boolean,
): Analytics {
  const people = stored.people.find(({ agentId }) => agentId === null)?.count
  const ofAll: Stored = { ...only(stored, (row) => row.agentId !== null), people: [] }
  const each = presentEach(agents, stored)
  const [first] = each
  const upvotesEver = agents.reduce((all, { upvotes }) => all + upvotes, 0)
  return {
    range,
    step: window.step,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    totals: one && first ? first.totals : { ...totalsOf(ofAll, upvotesEver), people: people ?? 0 },
    points: pointsOf(stored, window),
    agents: one ? [] : each.sort(mostAskedFirst),
    models: models.map(presentModel),
  }
}

function presentModel({ micros, isPaid, isOfPlace, ...use }: ModelUseRow): ModelUse {
  const paidBy = isPaid ? 'viewer' : isOfPlace ? 'place' : 'others'
  return { ...use, paidBy, cents: use.priced === 0 ? null : micros / MICROS_A_CENT }
}

function presentEach(agents: readonly CountedAgent[], stored: Stored): Analytics['agents'] {
  const its = {
    sums: byAgent(stored.sums),
    failures: byAgent(stored.failures),
    firstWords: byAgent(stored.firstWords),
    people: byAgent(stored.people),
    upvotes: byAgent(stored.upvotes),
  }
  return agents.map(({ id, name, imageUrl, upvotes }) => {
    const own: Stored = {
      sums: its.sums.get(id) ?? [],
      failures: its.failures.get(id) ?? [],
      firstWords: its.firstWords.get(id) ?? [],
      people: its.people.get(id) ?? [],
      upvotes: its.upvotes.get(id) ?? [],
    }
    return { id, name, imageUrl: pictureUrlOf(imageUrl), totals: totalsOf(own, upvotes) }
  })
}

const byAgent = <Row extends { agentId: string | null }>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ agentId }) => agentId)

function only(stored: Stored, isWanted: (row: { agentId: string | null }) => boolean): Stored {
  return {
    sums: stored.sums.filter(isWanted),
    failures: stored.failures.filter(isWanted),
    firstWords: stored.firstWords.filter(isWanted),
    people: stored.people.filter(isWanted),
    upvotes: stored.upvotes.filter(isWanted),
  }
}

function pointsOf(stored: Stored, { starts }: AnalyticsWindow): AnalyticsPoint[] {
  const firstWords = Map.groupBy(stored.firstWords, ({ start }) => start)
  return starts.map((start) => {
    const isThen = (row: { start: number | null }) => row.start === start.getTime()
    return {
      start: start.toISOString(),
      ...addUp(stored.sums.filter(isThen)),
      failed: total(stored.failures.filter(isThen)),
      upvotes: total(stored.upvotes.filter(isThen)),
      ...percentilesOf(firstWords.get(start.getTime()) ?? []),
    }
  })
}

const percentilesOf = (counts: Stored['firstWords']) => ({
  firstWordsP50: quantile(counts, 0.5),
  firstWordsP95: quantile(counts, 0.95),
})

function totalsOf(rows: Stored, upvotesEver: number): AnalyticsTotals {
  const failures = failuresOf(rows.failures)
  return {
    ...addUp(rows.sums),
    failed: total(failures),
    upvotes: total(rows.upvotes),
    people: total(rows.people),
    failures,
    ...percentilesOf(rows.firstWords),
    upvotesEver,
  }
}

function failuresOf(rows: Stored['failures']): AnalyticsTotals['failures'] {
  const counts = failureReasons.map((why: FailureReason) => ({
    why,
    count: total(rows.filter((row) => row.why === why)),
  }))
  return counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || compare(a.why, b.why))
}

function addUp(rows: readonly SumsRow[]) {
  const all = { ...NO_COUNTS }
  for (const row of rows) for (const name of countNames) all[name] += row[name]
  return all
}

const total = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0)

type Listed = Analytics['agents'][number]
const mostAskedFirst = (a: Listed, b: Listed) =>
  b.totals.messages - a.totals.messages || compare(a.name, b.name) || compare(a.id, b.id)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
