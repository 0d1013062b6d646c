import { expect, test } from 'vitest'
import type { Analytics, AnalyticsPoint } from '../../../../shared/analytics.ts'
import { chartPlans } from './chart-plans.ts'

const nothing = {
  conversations: 0,
  messages: 0,
  visitorMessages: 0,
  finished: 0,
  stopped: 0,
  interrupted: 0,
  failed: 0,
  words: 0,
  upvotes: 0,
  firstWordsP50: null,
  firstWordsP95: null,
} satisfies Omit<AnalyticsPoint, 'start'>

const daily = (...days: Partial<AnalyticsPoint>[]): Analytics => ({
  range: '7d',
  step: 'day',
  from: '2026-11-15T00:00:00.000Z',
  to: '2026-11-22T00:00:00.000Z',
  totals: { ...nothing, people: 0, failures: [], upvotesEver: 0 },
  points: Array.from({ length: 7 }, (_, index) => ({
    start: `2026-11-${15 + index}T00:00:00.000Z`,
    ...nothing,
    ...days[index],
  })),
  agents: [],
  models: [],
})

const find = (analytics: Analytics, id: string) => {
  const plan = chartPlans(analytics).find((plan) => plan.id === id)
  if (!plan) throw new Error(`There is no chart ${id}`)
  return plan
}

test('each chart has a value for each day, as the figures have it', () => {
  const analytics = daily({ messages: 3, conversations: 1 }, {}, { messages: 5, finished: 4, failed: 1 })
  expect(find(analytics, 'messages').series).toMatchObject([
    { name: 'Messages', values: [3, 0, 5, 0, 0, 0, 0] },
    { name: 'Conversations started', values: [1, 0, 0, 0, 0, 0, 0] },
  ])
  expect(find(analytics, 'replies').series.map(({ name, values }) => [name, values[2]])).toEqual([
    ['Finished', 4],
    ['Stopped', 0],
    ['Interrupted', 0],
    ['Failed', 1],
  ])
})

test('a day without replies has no time to first words, which is not 0 ms', () => {
  const analytics = daily(
    {},
    { firstWordsP50: 400, firstWordsP95: 1_900 },
    { firstWordsP50: 620, firstWordsP95: 1_900 },
  )
  const plan = find(analytics, 'first-words')
  expect(plan.series.map(({ values }) => values.slice(0, 3))).toEqual([
    [null, 400, 620],
    [null, 1_900, 1_900],
  ])
  expect(plan.summary).toBe(
    'Time to first word, by day, last 7 days. Median 400 ms to 620 ms. 95th percentile 1.9 s.',
  )
})

test('what a chart shows can be said: the sum of each series, and its best day', () => {
  const analytics = daily({ messages: 3 }, { messages: 1_200 }, { messages: 1_200, conversations: 2 })
  expect(find(analytics, 'messages').summary).toBe(
    'Messages and conversations, by day, last 7 days. Messages: 2,403, most on Mon, Nov 16 (1,200). Conversations started: 2, most on Tue, Nov 17 (2).',
  )
  expect(find(daily({ finished: 1 }), 'replies').summary).toContain('Failed: none.')
})

test('a chart with nothing in it is none, and says so', () => {
  const plans = chartPlans(daily({ messages: 1 }))
  expect(plans.filter(({ isEmpty }) => !isEmpty).map(({ id }) => id)).toEqual(['messages'])
  expect(find(daily(), 'words')).toMatchObject({
    isEmpty: true,
    summary: 'Words in replies, by day, last 7 days. Nothing yet.',
  })
})
