import {
  type Analytics,
  type AnalyticsPoint,
  type AnalyticsTotals,
  type FailureReason,
  failureReasons,
} from '../../../shared/analytics.ts'

type Cell = string | number | null

const sums = {
  conversations: 'conversations',
  messages: 'messages',
  visitorMessages: 'messages of visitors',
  finished: 'finished',
  stopped: 'stopped',
  interrupted: 'interrupted',
  failed: 'failed',
  words: 'words',
  upvotes: 'upvotes',
} as const satisfies Partial<Record<keyof AnalyticsPoint, string>>
const sumNames = Object.keys(sums) as (keyof typeof sums)[]

const header = [
  'row',
  'agent',
  'from',
  'to',
  ...Object.values(sums),
  'people',
  'first words p50 ms',
  'first words p95 ms',
  'upvotes ever',
  ...failureReasons.map((why) => `failed: ${why}`),
]

/**
 * RFC 4180: a row for each hour or day, one for the whole window with people and failure reasons, then the same for each
 * agent. Without the byte order mark, spreadsheet programs would not detect UTF-8.
 * @param agent the name of the agent they are about; null for all agents of an owner
 */
export function analyticsCsv(analytics: Analytics, agent: string | null): string {
  const { points, step, to, from } = analytics
  const rows: Cell[][] = [
    header,
    ...points.map((point, index) => [
      step,
      agent,
      point.start,
      points[index + 1]?.start ?? to,
      ...sumNames.map((name) => point[name]),
      // The number of people in a single hour or day is not stored.
      null,
      point.firstWordsP50,
      point.firstWordsP95,
    ]),
    ['total', agent, from, to, ...totalCells(analytics.totals)],
    ...analytics.agents.map(({ name, totals }) => ['agent', name, from, to, ...totalCells(totals)]),
  ]
  return `\ufeff${rows.map((row) => line(row)).join('')}`
}

function totalCells(totals: AnalyticsTotals): Cell[] {
  const failed = (why: FailureReason) => totals.failures.find((failure) => failure.why === why)?.count ?? 0
  return [
    ...sumNames.map((name) => totals[name]),
    totals.people,
    totals.firstWordsP50,
    totals.firstWordsP95,
    totals.upvotesEver,
    ...failureReasons.map(failed),
  ]
}

function line(row: readonly Cell[]): string {
  return `${header.map((_, index) => quoted(row[index] ?? '')).join(',')}\r\n`
}

function quoted(cell: string | number): string {
  const text = typeof cell === 'number' ? String(cell) : harmless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Escapes a text that a spreadsheet program would take for a formula. */
function harmless(text: string): string {
  return /^\s*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text
}
