import { expect, test } from 'vitest'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import { citedSource } from '../../../../test/cited-source.ts'
import { endOf } from '../../../../test/store-answer.ts'
import { UNKEPT_RUN_MS } from '../../../shared/common/limits.ts'
import { nextStep } from '../../../shared/swarm/swarm-plan.ts'
import { plannedTurns, type SteppedRun } from '../../db/swarm/swarm-turns.ts'
import { MemoryRuns } from './memory-runs.ts'
import type { MemoryCaps } from './run-memory.ts'

const agent = anAnsweringAgent({
  name: 'Ray',
  description: '',
  personality: 'You are Ray.',
  capabilities: [],
  knowledgeDomains: [],
})
const seat = { agentId: crypto.randomUUID(), agentName: 'Ray', agentImageUrl: '/a.webp', dropped: false }

function runs(caps: MemoryCaps) {
  let now = new Date(0)
  const store = new MemoryRuns({
    clock: () => now,
    findAgent: async () => agent,
    isStored: async () => false,
    caps,
  })
  const step = (id: string) =>
    store.step(id, { now, newId: () => crypto.randomUUID() }, (run: SteppedRun) =>
      nextStep({ ...run, phase: run.phases[0] ?? { rounds: 1, words: 300 } }, plannedTurns(run)),
    )
  return {
    store,
    begin: (owner: string, id = crypto.randomUUID() as string) =>
      store.insert({
        id,
        owner,
        mode: 'parallel',
        seats: [seat],
        phase: { task: 'What is light?', rounds: 1, words: 300 },
        now,
      }),
    step,
    /** Runs a run to its end, with this much text in each of its turns. */
    async finish(id: string, content: string) {
      for (let turns = await step(id); turns && turns.begun.length > 0; turns = await step(id))
        for (const { place } of turns.begun)
          await store.storeEnd('here', place, {
            ...endOf(content),
            said: 1,
          })
    },
    pass(milliseconds: number) {
      now = new Date(now.getTime() + milliseconds)
    },
  }
}

test('what is over makes room for what begins, the longest unused first; what runs never does', async () => {
  const { store, begin, finish } = runs({ running: 10, characters: 60_000 })
  const [old, used, running] = [1, 2, 3].map(() => crypto.randomUUID())
  for (const id of [old, used, running]) expect(await begin('ada', id)).toBe('made')
  for (const id of [old, used]) await finish(id ?? '', 'x'.repeat(8_000))
  expect(await begin('bob')).toBe('made')
  for (const id of [old, used, running]) expect(store.has(id ?? '')).toBe(true)
  const big = crypto.randomUUID()
  await begin('bob', big)
  await finish(big, 'x'.repeat(15_000))
  expect(await begin('cy')).toBe('made')
  expect([old, used, big, running].map((id) => store.has(id ?? ''))).toEqual([false, true, true, true])
})

test('as many as may run of all run, and no more, until one is over', async () => {
  const { begin, finish } = runs({ running: 2, characters: 1_000_000 })
  const first = crypto.randomUUID()
  expect([await begin('ada', first), await begin('bob'), await begin('cy')]).toEqual(['made', 'made', 'full'])
  await finish(first, 'A wave.')
  expect(await begin('cy')).toBe('made')
})

test('what a turn cites is kept with its text', async () => {
  const { store, begin, step } = runs({ running: 1, characters: 1_000_000 })
  const id = crypto.randomUUID()
  await begin('ada', id)
  const place = (await step(id))?.begun[0]?.place ?? { conversationId: id, replyId: '' }
  const sources = [citedSource(2)]
  const parts = [{ kind: 'sources' as const, id: 1, revision: 1, sources }, { kind: 'text' as const }]
  await store.storeEnd('here', place, { ...endOf('A wave [2].'), parts })
  expect((await store.find(id))?.run.turns[0]).toMatchObject({ content: 'A wave [2].', sources })
})

test('what turns cite takes room as their texts do', async () => {
  const { store, begin, step } = runs({ running: 10, characters: 10_000 })
  const id = crypto.randomUUID()
  await begin('ada', id)
  const sources = [{ ...citedSource(1), quote: 'x'.repeat(9_000) }]
  const parts = [{ kind: 'sources' as const, id: 1, revision: 1, sources }, { kind: 'text' as const }]
  for (let turns = await step(id); turns && turns.begun.length > 0; turns = await step(id))
    for (const { place } of turns.begun)
      await store.storeEnd('here', place, { ...endOf('Light [1].'), parts })
  expect(await begin('bob')).toBe('made')
  expect(store.has(id)).toBe(false)
})

test('a run whose hour is over while it runs takes no more words, and its turns are gone for good', async () => {
  const { store, begin, step, pass } = runs({ running: 2, characters: 1_000_000 })
  const id = crypto.randomUUID()
  await begin('ada', id)
  const begun = (await step(id))?.begun ?? []
  const place = begun[0]?.place ?? { conversationId: id, replyId: '' }
  const words = {
    ...place,
    scope: 'run' as const,
    at: 0,
    words: 'A',
    reasoningAt: 0,
    reasoning: '',
    parts: null,
    revision: 0,
    repliedAt: null,
  }
  expect(await store.heartbeats.storeWords('here', [words])).toEqual([
    { ...place, scope: 'run', stopWanted: false },
  ])
  pass(UNKEPT_RUN_MS)
  expect(await store.heartbeats.storeWords('here', [words])).toEqual([])
  const end = { ...endOf('A wave.'), said: 2 }
  expect(await store.storeEnd('here', place, end)).toBeNull()
  expect([await store.find(id), await step(id)]).toEqual([null, null])
})
