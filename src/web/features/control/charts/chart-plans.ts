import type { Analytics, AnalyticsPoint } from '../../../../shared/analytics.ts'
import type { ChartPlan, ChartSeries } from './chart-plan.ts'
import { formatCount, formatFullStart, formatTime, rangeWords } from './format-numbers.ts'
import { replyEnds } from './reply-end-names.ts'

type Described = Omit<AnalyticsPoint, 'start'>
type Drawn = Omit<ChartSeries, 'values'> & { from: keyof Described }

/** The charts of a time range, in their order. */
export function chartPlans(analytics: Analytics): ChartPlan[] {
  const bars = { shape: 'bars' } as const
  const line = { shape: 'line' } as const
  return [
    plan(analytics, 'messages', 'Messages and conversations', [
      { name: 'Messages', hue: 'cyan', ...bars, from: 'messages' },
      { name: 'Conversations begun', hue: 'magenta', ...line, from: 'conversations' },
    ]),
    plan(
      analytics,
      'replies',
      'Replies by how they ended',
      replyEnds.map(({ end, name, hue }) => ({ name, hue, ...bars, from: end })),
      { stacked: true },
    ),
    plan(
      analytics,
      'first-words',
      'Time to first words',
      [
        { name: 'Half within', hue: 'cyan', ...line, from: 'firstWordsP50' },
        { name: '95 of 100 within', hue: 'magenta', ...line, from: 'firstWordsP95' },
      ],
      { unit: 'times' },
    ),
    plan(analytics, 'words', 'Words answered', [{ name: 'Words', hue: 'violet', ...bars, from: 'words' }]),
    plan(
      analytics,
      'upvotes',
      'Upvotes given',
      [{ name: 'Upvotes', hue: 'magenta', ...bars, from: 'upvotes' }],
      { note: 'that still stand' },
    ),
  ]
}

function plan(
  analytics: Analytics,
  id: string,
  title: string,
  drawn: readonly Drawn[],
  { unit = 'counts', stacked = false, ...rest }: Partial<Pick<ChartPlan, 'unit' | 'stacked' | 'note'>> = {},
): ChartPlan {
  const { points, step, range } = analytics
  const series = drawn.map(({ from, ...look }) => ({ ...look, values: points.map((point) => point[from]) }))
  const starts = points.map(({ start }) => start)
  const isEmpty = series.every(({ values }) => values.every((value) => !value))
  const nameOf = (index: number) => formatFullStart(starts[index] ?? '', step)
  const described = series.map((each) =>
    unit === 'times' ? describeTimes(each) : describeCounts(each, nameOf),
  )
  const summary = `${title}, by ${step}, last ${rangeWords[range]}. ${isEmpty ? 'Nothing yet.' : described.join(' ')}`
  return { id, title, unit, stacked, step, starts, series, summary, isEmpty, ...rest }
}

/** The sum of a series, and the hour or day with its maximum. */
function describeCounts({ name, values }: ChartSeries, nameOf: (index: number) => string): string {
  const counts = values.map((value) => value ?? 0)
  const sum = counts.reduce((all, count) => all + count, 0)
  if (sum === 0) return `${name}: none.`
  const most = Math.max(...counts)
  return `${name}: ${formatCount(sum)}, most on ${nameOf(counts.indexOf(most))} (${formatCount(most)}).`
}

/** The minimum and the maximum of a series. */
function describeTimes({ name, values }: ChartSeries): string {
  const times = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...times), Math.max(...times)].map(formatTime)
  return least === most ? `${name} ${least}.` : `${name} ${least} to ${most}.`
}
