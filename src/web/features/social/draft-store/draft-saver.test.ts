import { expect, test } from 'vitest'
import type { Draft, KeptBrief, StoredBrief } from '../../../../shared/social.ts'
import { ApiError } from '../../../lib/http/api.ts'
import { DraftSaver, type Keepable } from './draft-saver.ts'

const id = '0b6a2c1e-3f7d-4a55-9a53-0c9d4f6f1a01'
const draftId = '0b6a2c1e-3f7d-4a55-9a53-0c9d4f6f1a02'
const brief = {
  agentId: '5db052f2-33ba-4124-abcb-af26f751efe3',
  platform: 'x',
  topic: 'Tides',
  source: '',
  tone: 'friendly',
} as const

const draft = (content: string): Draft => ({ id: draftId, content, state: 'finished', edited: true })
const keepable = (content: string): Keepable => ({ id, brief, drafts: [draft(content)] })

/** A draft saver with a server of its own, and a clock that the test sets. */
function setUp() {
  let stored: StoredBrief | null = null
  let timers: (() => void)[] = []
  const asked: KeptBrief[] = []
  let fault: { before?: unknown; after?: unknown } = {}
  const write = (kept: Pick<KeptBrief, 'drafts'>): StoredBrief => {
    stored = {
      ...brief,
      id,
      agentName: 'Meridian',
      agentImageUrl: '/images/default.webp',
      agentAnswers: true,
      drafts: kept.drafts,
      revision: (stored?.revision ?? 0) + 1,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    }
    return stored
  }
  const saver = new DraftSaver({
    put: async (_, kept) => {
      asked.push(kept)
      const { before, after } = fault
      fault = {}
      if (before) throw before
      if (kept.follows !== (stored?.revision ?? 0)) throw new ApiError(409, undefined)
      const answer = write(kept)
      if (after) throw after
      return answer
    },
    get: async () => stored,
    later: (act) => {
      timers.push(act)
      return () => {
        timers = timers.filter((timer) => timer !== act)
      }
    },
    random: () => 0,
    explain: () => 'No.',
    onKept: () => {},
    onChange: () => {},
  })
  return {
    saver,
    asked,
    /** Another tab stores a draft. */
    write,
    fail: (next: typeof fault) => {
      fault = next
    },
    stored: () => stored,
    async pass() {
      const due = timers
      timers = []
      for (const act of due) act()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

test('edits in a row are stored once, each time following the revision before', async () => {
  const { saver, asked, pass } = setUp()
  saver.look(keepable('A'))
  saver.look(keepable('AB'))
  expect(saver.getSaveState()).toEqual({ state: 'waiting' })
  await pass()
  expect(saver.getSaveState()).toEqual({ state: 'kept' })
  saver.look(keepable('ABC'))
  await pass()
  expect(asked.map(({ follows, drafts }) => [follows, drafts[0]?.content])).toEqual([
    [0, 'AB'],
    [1, 'ABC'],
  ])
})

test('what changes while it is being stored is stored after it', async () => {
  const { saver, stored, pass } = setUp()
  saver.look(keepable('A'))
  const passed = pass()
  saver.look(keepable('AB'))
  await passed
  expect(saver.getSaveState()).toEqual({ state: 'waiting' })
  await pass()
  expect(stored()?.drafts[0]?.content).toBe('AB')
  expect(saver.getSaveState()).toEqual({ state: 'kept' })
})

test('what another tab has stored is not overwritten: the person is told, and can keep both', async () => {
  const { saver, write, stored, pass } = setUp()
  saver.look(keepable('A'))
  await pass()
  write({ drafts: [draft('Theirs')] })
  saver.look(keepable('Mine'))
  await pass()
  expect(saver.getSaveState()).toMatchObject({ state: 'conflict', theirs: { revision: 2 } })
  saver.look(keepable('Mine, and more'))
  await pass()
  expect(stored()?.drafts[0]?.content).toBe('Theirs')
})

test('an answer that got lost is no conflict', async () => {
  const { saver, stored, fail, pass } = setUp()
  fail({ after: new TypeError('network') })
  saver.look(keepable('A'))
  await pass()
  expect(saver.getSaveState()).toEqual({ state: 'failed', problem: 'No.' })
  await pass()
  expect(saver.getSaveState()).toEqual({ state: 'kept' })
  expect(stored()?.revision).toBe(1)
})

test.each(['quota_reached', 'briefs_full'] as const)(
  'what can not be kept for want of room (%s) is no conflict',
  async (code) => {
    const { saver, fail, pass } = setUp()
    fail({ before: new ApiError(409, { type: '', title: '', status: 409, code, requestId: '' }) })
    saver.look(keepable('A'))
    await pass()
    expect(saver.getSaveState()).toEqual({ state: 'failed', problem: 'No.' })
  },
)

test('a refusal for good is not asked again until something changes', async () => {
  const { saver, asked, fail, pass } = setUp()
  fail({ before: new ApiError(401, undefined) })
  saver.look(keepable('A'))
  await pass()
  await pass()
  expect(asked).toHaveLength(1)
  saver.look(keepable('AB'))
  await pass()
  expect(saver.getSaveState()).toEqual({ state: 'kept' })
})

test('a draft that is too long to be kept says so, and nothing is sent', async () => {
  const { saver, asked, pass } = setUp()
  saver.look(keepable('x'.repeat(10_001)))
  await pass()
  expect(asked).toEqual([])
  expect(saver.getSaveState()).toEqual({
    state: 'failed',
    problem: 'A draft can have at most 10,000 characters.',
  })
})
