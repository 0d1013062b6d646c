import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import { toolPart } from '../../../../test/tool-part.ts'
import type { StoredPart } from '../../db/schema/part-columns.ts'
import { replyFrom } from './path-turns.ts'

const none = { untrusted: false, private: false }
const done = (result: string) => ({ state: 'done' as const, result, ms: 1 })
const tools = (...own: ('time' | 'web_page')[]) => ({ own, servers: [] })
const conversation = { id: randomUUID(), questionId: randomUUID() }

/** What the next question after one reply with these parts knows. */
const after = (parts: StoredPart[], { hasFiles = false, before = 0, uses = tools('time') } = {}) =>
  replyFrom(
    {
      path: [
        { id: 'q', role: 'user', content: 'Hello', parts: null },
        { id: 'a', role: 'assistant', content: '', parts },
      ],
      ...{ before, beginning: [], story: null, hasFiles },
      ...{ hasDocuments: false, hasFacts: false, isForProgram: false },
    },
    {
      agent: anAnsweringAgent({ owner: 'maker', tools: uses, persona: null, model: null }),
      ...{ text: 'And now?', agentId: randomUUID(), wallet: 'ada', replyId: randomUUID(), conversation },
    },
  ).acts

test('text of others is known where it came in, whatever agent was given it', () => {
  expect(after([]).hasMaterial).toBe(false)
  expect(after([toolPart(done('42'), { brings: none })])).toMatchObject({ hasMaterial: false, marks: none })
  expect(after([], { hasFiles: true }).hasMaterial).toBe(true)
  // A reply that was given passages and cites none.
  expect(after([{ kind: 'sources', id: 1, revision: 1, sources: [] }]).hasMaterial).toBe(true)
  expect(after([toolPart({ state: 'failed', why: 'Words of its server.' })]).hasMaterial).toBe(true)
  expect(after([toolPart(done('A page.'))])).toMatchObject({ hasMaterial: true, marks: { untrusted: true } })
  // What was read before is not looked at again, and may hold what such a tool brought.
  expect(after([], { before: 9 }).hasMaterial).toBe(false)
  expect(after([], { before: 9, uses: tools('web_page') }).hasMaterial).toBe(true)
})

test('what the person answered to the agent is theirs, and what it remembered of them stays private', () => {
  const asked = { name: 'ask_person', origin: null, brings: none }
  const answers = [
    toolPart(done('The person answered: Ada'), asked),
    toolPart(done('The person does not want to answer this. Go on without the answer.'), asked),
    toolPart(done('The person answered: Mallory'), { ...asked, origin: 'mail.example' }),
  ]
  expect(after(answers)).toMatchObject({ answered: ['Ada'], written: ['Hello', 'And now?'] })
  const zero = {
    persona: 0,
    memory: 0,
    opening: 0,
    story: 0,
    turns: 0,
    recalled: 0,
    passages: 0,
    question: 0,
  }
  const context = (facts: string[]): StoredPart => ({
    ...{ kind: 'context', id: 1, revision: 1, window: 1, reserved: 1, used: zero, story: null, recalled: [] },
    facts,
  })
  expect(after([context(['0d8d4c7e-7c35-4f0f-8f53-5d3c1c3f2a01'])]).marks.private).toBe(true)
  expect(after([context([])]).marks.private).toBe(false)
})
