import {
  type FailureReason,
  type FigurePoint,
  type Figures,
  type FigureTotals,
  failureReasons,
} from '../../../shared/figures.ts'

type Cell = string | number | null

/** The sums, which every row tells. */
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
} as const satisfies Partial<Record<keyof FigurePoint, string>>
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
 * Figures as one flat table (RFC 4180): a row for each hour or day, then one for the whole window, which also tells
 * people and reasons, then the same for each agent. It begins with the mark of UTF-8, without which spreadsheet
 * programs take it for something else.
 * @param agent the name of the agent that they are of; null for all of an owner's
 */
export function figuresCsv(figures: Figures, agent: string | null): string {
  const { points, step, to, from } = figures
  const rows: Cell[][] = [
    header,
    ...points.map((point, index) => [
      step,
      agent,
      point.start,
      points[index + 1]?.start ?? to,
      ...sumNames.map((name) => point[name]),
      // People of single hours or days can't be told from what is stored of them.
      null,
      point.firstWordsP50,
      point.firstWordsP95,
    ]),
    ['total', agent, from, to, ...totalCells(figures.totals)],
    ...figures.agents.map(({ name, totals }) => ['agent', name, from, to, ...totalCells(totals)]),
  ]
  return `\ufeff${rows.map((row) => line(row)).join('')}`
}

function totalCells(totals: FigureTotals): Cell[] {
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

/** A row as long as the header. */
function line(row: readonly Cell[]): string {
  return `${header.map((_, index) => quoted(row[index] ?? '')).join(',')}\r\n`
}

function quoted(cell: string | number): string {
  const text = typeof cell === 'number' ? String(cell) : harmless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A text that a spreadsheet program would take for a formula, as the text that it is. */
function harmless(text: string): string {
  return /^\s*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text
}
