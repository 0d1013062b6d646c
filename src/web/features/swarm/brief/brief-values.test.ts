import { expect, test } from 'vitest'
import { limits } from '../../../../shared/common/limits.ts'
import type { ChosenAgent } from '../../../blocks/saved-draft/chosen-agent.ts'
import { type BriefValues, emptyBrief, inMode, moved, readBrief, withAgent } from './brief-values.ts'

const agent = (number: number): ChosenAgent => ({
  id: `5db052f2-33ba-4124-abcb-af26f751efe${number}`,
  name: `Agent ${number}`,
  imageUrl: '',
})
const whole: BriefValues = { ...emptyBrief, task: ' What is light? ', agents: [agent(1), agent(2)] }
const names = (values: { agents: readonly ChosenAgent[] }) => values.agents.map(({ name }) => name)

test('a whole form asks for a run, its agents in their order', () => {
  expect(readBrief({ ...whole, agents: [agent(2), agent(1)] })).toEqual({
    ok: true,
    brief: {
      mode: 'parallel',
      task: 'What is light?',
      agentIds: [agent(2).id, agent(1).id],
      rounds: 1,
      words: limits.swarmWords.usual,
    },
  })
})

test('all that is wrong is told at once, at its field', () => {
  expect(readBrief({ ...emptyBrief, words: null })).toEqual({
    ok: false,
    errors: {
      task: 'A task is required.',
      agentIds: 'Choose at least 2 agents.',
      words: 'The words must be a whole number.',
    },
  })
  expect(readBrief({ ...whole, mode: 'debate', rounds: 9 })).toMatchObject({
    errors: { rounds: 'This mode has 2 to 4 rounds.' },
  })
  const agents = [1, 2, 3, 4, 5].map(agent)
  const few = readBrief({ ...whole, task: '', agents, mode: 'debate', rounds: 4, words: 1_000 })
  expect(few).toMatchObject({
    errors: { task: 'A task is required.', words: 'That many turns need at least 1050 words.' },
  })
})

test('words are whole, and as many as a phase may have', () => {
  expect(readBrief({ ...whole, words: 400.5 })).toMatchObject({
    errors: { words: 'The words must be a whole number.' },
  })
  expect(readBrief({ ...whole, words: 12_001 })).toMatchObject({
    errors: { words: 'Give at most 12,000 words.' },
  })
  expect(readBrief({ ...whole, words: 299 })).toMatchObject({
    errors: { words: 'Give at least 300 words.' },
  })
})

test('another mode begins with the fewest rounds that it may have', () => {
  const debate = inMode(whole, 'debate')
  expect(debate).toMatchObject({ mode: 'debate', rounds: 2 })
  expect(inMode({ ...debate, rounds: 4 }, 'debate').rounds).toBe(4)
  expect(inMode({ ...debate, rounds: 4 }, 'relay').rounds).toBe(1)
  expect(inMode({ ...debate, rounds: 4 }, 'parallel').rounds).toBe(1)
})

test('an agent is in once, and no more are than a run may have', () => {
  expect(withAgent(whole, agent(1))).toBe(whole)
  const full = [3, 4, 5, 6].map(agent).reduce(withAgent, whole)
  expect(full.agents).toHaveLength(limits.swarmSeats.max)
  expect(names(full)).not.toContain('Agent 6')
})

test('an agent moves a place at a time, and never beyond the ends', () => {
  const agents = [1, 2, 3].map(agent)
  expect(names({ agents: moved(agents, 0, 1) })).toEqual(['Agent 2', 'Agent 1', 'Agent 3'])
  expect(names({ agents: moved(agents, 2, -1) })).toEqual(['Agent 1', 'Agent 3', 'Agent 2'])
  expect(moved(agents, 0, -1)).toBe(agents)
  expect(moved(agents, 2, 1)).toBe(agents)
})
