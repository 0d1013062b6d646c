import { expect, test } from 'vitest'
import type { SwarmRun, SwarmTurn } from './swarm.ts'
import { runMarkdown, runTitle } from './swarm-markdown.ts'

const at = '2026-11-21T14:02:00.000Z'
const seat = (agentName: string, dropped = false) => ({
  ...{ agentId: '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a112', agentName, agentImageUrl: '', dropped },
})
const turn = (phase: number, place: number | null, fields: Partial<SwarmTurn> = {}): SwarmTurn => ({
  ...{ id: '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a113', number: 1, phase, round: 1, seat: place },
  ...{ state: 'finished', content: 'Well.', given: 90, said: 1, trouble: null, again: false, createdAt: at },
  ...fields,
})
const run: SwarmRun = {
  ...{ id: '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a111', own: true, mode: 'parallel', state: 'finished' },
  seats: [seat('Ray'), seat('Pip', true)],
  phases: ['What is light?', 'And what is dark?'].map((task) => ({ task, rounds: 1, words: 600 })),
  turns: [0, 1].flatMap((phase) => [turn(phase, 0), turn(phase, 1), turn(phase, null)]),
  ...{ shared: false, createdAt: at, updatedAt: at },
}
const headings = (text: string) => text.split('\n').filter((line) => line.startsWith('### '))

test('an agent that was taken out of a later task was in the synthesis of the one before', () => {
  expect(headings(runMarkdown(run))).toEqual([
    ...['### Ray', '### Pip', '### Synthesis'],
    ...['### Ray', '### Pip · left out of the synthesis', '### Synthesis'],
  ])
})

test('a long task is cut between two characters', () => {
  const titleOf = (task: string) => runTitle({ phases: [{ task, rounds: 1, words: 600 }] })
  expect(titleOf(`${'a'.repeat(59)}🌊 and more`)).toBe(`${'a'.repeat(59)}…`)
  expect(titleOf(`${'a'.repeat(58)}🌊 and more`)).toBe(`${'a'.repeat(58)}🌊…`)
})
