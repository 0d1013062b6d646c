import { expect, test } from 'vitest'
import { citedSource } from '../../../../test/cited-source.ts'
import { collect } from '../../../../test/collect.ts'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { PATIENCE, watchTurn } from './watch-turn.ts'

const started: ReplyEvent = {
  type: 'started',
  requestId: 'request-1',
  engine: { kind: 'offline' },
  forgotten: 0,
}
const sources = (...numbers: number[]): ReplyEvent => ({
  ...{ type: 'sources', id: 1, at: 0, revision: numbers.length === 0 ? 1 : 2 },
  sources: numbers.map(citation),
})
const passages = [1, 2, 3].map(citedSource)
const citation = (n: number) => passages[n - 1] ?? citedSource(n)
const words = (at: number, text: string): ReplyEvent => ({ type: 'words', at, text })
const finished: ReplyEvent = { type: 'finished', reason: 'stop' }

/** The events of a turn that may say so many words. */
function watched(most: number, events: readonly ReplyEvent[]): Promise<ReplyEvent[]> {
  const turn = { name: 'Ada', words: most, requestId: 'request-1', patience: PATIENCE }
  const { signal: stopped } = new AbortController()
  return collect(
    watchTurn({ ...turn, stopped }, async function* () {
      yield* events
    }).events,
  )
}

test('a passage leaves with the words that cite it, even if they wait for the name before them', async () => {
  const said = [started, sources(), words(0, 'Ada: At dusk'), sources(2), words(12, ' [2].'), finished]
  expect(await watched(10, said)).toEqual([
    ...[started, sources(), words(0, 'At dusk'), sources(2), words(7, ' [2].'), finished],
  ])
})

test('a passage whose citation is cut off does not leave, nor does the beginning of the citation', async () => {
  const said = [started, sources(), sources(2, 3), words(0, 'At dusk [2] or at dawn [1, 3].'), finished]
  for (const [most, left] of [
    [6, 'At dusk [2] or at dawn'],
    [7, 'At dusk [2] or at dawn'],
  ] as const)
    expect(await watched(most, said)).toEqual([
      ...[started, sources(), sources(2), words(0, left), { type: 'finished', reason: 'length' }],
    ])
})
