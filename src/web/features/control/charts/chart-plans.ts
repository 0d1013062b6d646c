import type { FigurePoint, Figures } from '../../../../shared/figures.ts'
import type { ChartPlan, ChartSeries } from './chart-plan.ts'
import { formatCount, formatFullStart, formatTime, rangeWords } from './format-figures.ts'
import { replyEnds } from './reply-end-names.ts'

type Told = Omit<FigurePoint, 'start'>
type Drawn = Omit<ChartSeries, 'values'> & { from: keyof Told }

/** The charts of a window, in the order in which they stand. */
export function chartPlans(figures: Figures): ChartPlan[] {
  const bars = { shape: 'bars' } as const
  const line = { shape: 'line' } as const
  return [
    plan(figures, 'messages', 'Messages and conversations', [
      { name: 'Messages', hue: 'cyan', ...bars, from: 'messages' },
      { name: 'Conversations begun', hue: 'magenta', ...line, from: 'conversations' },
    ]),
    plan(
      figures,
      'replies',
      'Replies by how they ended',
      replyEnds.map(({ end, name, hue }) => ({ name, hue, ...bars, from: end })),
      { stacked: true },
    ),
    plan(
      figures,
      'first-words',
      'Time to first words',
      [
        { name: 'Half within', hue: 'cyan', ...line, from: 'firstWordsP50' },
        { name: '95 of 100 within', hue: 'magenta', ...line, from: 'firstWordsP95' },
      ],
      { unit: 'times' },
    ),
    plan(figures, 'words', 'Words answered', [{ name: 'Words', hue: 'violet', ...bars, from: 'words' }]),
    plan(
      figures,
      'upvotes',
      'Upvotes given',
      [{ name: 'Upvotes', hue: 'magenta', ...bars, from: 'upvotes' }],
      { note: 'that still stand' },
    ),
  ]
}

function plan(
  figures: Figures,
  id: string,
  title: string,
  drawn: readonly Drawn[],
  { unit = 'counts', stacked = false, ...rest }: Partial<Pick<ChartPlan, 'unit' | 'stacked' | 'note'>> = {},
): ChartPlan {
  const { points, step, range } = figures
  const series = drawn.map(({ from, ...look }) => ({ ...look, values: points.map((point) => point[from]) }))
  const starts = points.map(({ start }) => start)
  const isEmpty = series.every(({ values }) => values.every((value) => !value))
  const nameOf = (index: number) => formatFullStart(starts[index] ?? '', step)
  const told = series.map((each) => (unit === 'times' ? tellTimes(each) : tellCounts(each, nameOf)))
  const summary = `${title}, by ${step}, last ${rangeWords[range]}. ${isEmpty ? 'Nothing yet.' : told.join(' ')}`
  return { id, title, unit, stacked, step, starts, series, summary, isEmpty, ...rest }
}

/** Their sum, and the hour or day that has the most of them. */
function tellCounts({ name, values }: ChartSeries, nameOf: (index: number) => string): string {
  const counts = values.map((value) => value ?? 0)
  const sum = counts.reduce((all, count) => all + count, 0)
  if (sum === 0) return `${name}: none.`
  const most = Math.max(...counts)
  return `${name}: ${formatCount(sum)}, most on ${nameOf(counts.indexOf(most))} (${formatCount(most)}).`
}

/** The quickest and the slowest of them. */
function tellTimes({ name, values }: ChartSeries): string {
  const times = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...times), Math.max(...times)].map(formatTime)
  return least === most ? `${name} ${least}.` : `${name} ${least} to ${most}.`
}
