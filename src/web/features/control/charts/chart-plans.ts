import type { Analytics, AnalyticsPoint } from '../../../../shared/analytics.ts'
import * as texts from '../texts.tsx'
import type { ChartPlan, ChartSeries } from './chart-plan.ts'
import { formatCount, formatFullStart, formatTime } from './format-numbers.ts'
import { replyEnds } from './reply-end-names.ts'

type Described = Omit<AnalyticsPoint, 'start'>
type Drawn = Omit<ChartSeries, 'values'> & { from: keyof Described }

export function chartPlans(analytics: Analytics): ChartPlan[] {
  const bars = { shape: 'bars' } as const
  const line = { shape: 'line' } as const
  return [
    plan(analytics, 'messages', texts.messagesChart, [
      { name: texts.messages, hue: 'cyan', ...bars, from: 'messages' },
      { name: texts.conversationsStarted, hue: 'magenta', ...line, from: 'conversations' },
    ]),
    plan(
      analytics,
      'replies',
      texts.endsChart,
      replyEnds.map(({ end, hue }) => ({ name: texts.ends[end].name, hue, ...bars, from: end })),
      { stacked: true },
    ),
    plan(
      analytics,
      'first-words',
      texts.firstWordsChart,
      [
        { name: texts.p50, hue: 'cyan', ...line, from: 'firstWordsP50' },
        { name: texts.p95, hue: 'magenta', ...line, from: 'firstWordsP95' },
      ],
      { unit: 'times' },
    ),
    plan(analytics, 'words', texts.wordsChart, [
      { name: texts.words, hue: 'violet', ...bars, from: 'words' },
    ]),
    plan(
      analytics,
      'upvotes',
      texts.upvotesChart,
      [{ name: texts.upvotes, hue: 'magenta', ...bars, from: 'upvotes' }],
      { note: texts.upvotesChartNote },
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
  const summary = texts.chartSummary(
    title,
    step,
    texts.ranges[range],
    isEmpty ? texts.nothingYet : described.join(' '),
  )
  return { id, title, unit, stacked, step, starts, series, summary, isEmpty, ...rest }
}

function describeCounts({ name, values }: ChartSeries, nameOf: (index: number) => string): string {
  const counts = values.map((value) => value ?? 0)
  const sum = counts.reduce((all, count) => all + count, 0)
  if (sum === 0) return texts.noneOf(name)
  const most = Math.max(...counts)
  return texts.sumOf(name, formatCount(sum), nameOf(counts.indexOf(most)), formatCount(most))
}

function describeTimes({ name, values }: ChartSeries): string {
  const times = values.filter((value) => value !== null)
  const least = formatTime(Math.min(...times))
  const most = formatTime(Math.max(...times))
  return least === most ? texts.always(name, least) : texts.between(name, least, most)
}
