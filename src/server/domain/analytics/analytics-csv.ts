import {
  type Analytics,
  type AnalyticsPoint,
  type AnalyticsTotals,
  type FailureReason,
  failureReasons,
  type ModelUse,
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
  'provider',
  'model',
  'paid by',
  'replies',
  'prompt tokens',
  'completion tokens',
  'cost in US cents',
  'replies with a known price',
]

/**
 * RFC 4180: a row for each hour or day, one for the whole window with people and failure reasons, the same for each
 * agent, then what was used of each model, over whole days. Without the byte order mark, spreadsheet programs would not detect UTF-8.
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
    ...analytics.models.map((use) => ['model', use.agent, from, to, ...modelCells(use)]),
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

const payers: Record<ModelUse['paidBy'], string> = {
  viewer: 'a key of yours',
  place: 'this place',
  others: 'someone else',
}

/** Their words are in the column of words; what else is counted of replies stays empty. */
function modelCells(use: ModelUse): Cell[] {
  const before = header.indexOf('provider') - header.indexOf('to') - 1
  const cells: Cell[] = Array.from({ length: before }, () => null)
  cells[sumNames.indexOf('words')] = use.words
  return [
    ...cells,
    ...[use.provider, use.model, payers[use.paidBy], use.replies],
    ...[use.promptTokens, use.completionTokens, use.cents, use.priced],
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
