import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { citedSource } from '../../../../test/cited-source.ts'
import { toolPart } from '../../../../test/tool-part.ts'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { PATIENCE } from './turn-timers.ts'
import { watchTurn } from './watch-turn.ts'

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
  return Array.fromAsync(
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

const call = (
  id: number,
  at: number,
  revision = id,
  state: 'running' | 'allowed' = 'allowed',
): ReplyEvent => {
  const status = state === 'running' ? { state, since: '2026-01-01T00:00:00.000Z' } : { state }
  const { kind: _, ...fields } = toolPart(status, { id, revision })
  return { type: 'tool', at, ...fields }
}

test('calls stand behind all that was said before them, and the name before what follows them is left out, too', async () => {
  const said = [started, words(0, 'Ada'), call(1, 3), words(3, 'Ada: there'), { type: 'waiting' } as const]
  expect(await watched(10, said)).toEqual([
    ...[started, words(0, 'Ada'), call(1, 3), words(3, 'there'), { type: 'waiting' }],
  ])
})

test('what would be called after the last word that a turn may say is not called', async () => {
  expect(await watched(2, [started, words(0, 'One two three'), call(1, 13), finished])).toEqual([
    ...[started, words(0, 'One two'), { type: 'finished', reason: 'length' }],
  ])
})

test('no time passes for a turn while a tool runs, and then it has to speak', async () => {
  const patience = { firstWords: 60, whole: 200 }
  const { signal: stopped } = new AbortController()
  const turn = { name: 'Ada', words: 10, requestId: 'request-1', patience, stopped }
  const watch = (after: (signal: AbortSignal) => Promise<void>) =>
    watchTurn(turn, async function* (signal) {
      yield* [started, call(1, 0, 1, 'running')]
      await wait(300)
      yield call(1, 0, 2)
      await after(signal)
      yield signal.aborted ? { type: 'stopped' } : words(0, 'Done.')
    })
  const quick = watch(async () => {})
  expect((await Array.fromAsync(quick.events)).at(-1)).toEqual(words(0, 'Done.'))
  expect(quick.trouble()).toBe(null)
  const silent = watch(
    (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  )
  expect((await Array.fromAsync(silent.events)).at(-1)).toMatchObject({ type: 'failed' })
  expect(silent.trouble()).toBe('silent')
})
