import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { meanwhileOn } from '../../../../test/meanwhile.ts'
import { storeConversation } from '../../../../test/store-conversation.ts'
import { type CallFields, storeCall } from '../../../../test/stored-calls.ts'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import { createLog } from '../../base/log.ts'
import { changeCall, findCall } from '../../db/tools/tool-calls.ts'
import { ToolDecisions } from './tool-decisions.ts'

const database = await testDatabase()

/** Decisions whose replies can't be stored the first times, as while the database is away. */
function decisionsBesideFailures(place: CallPlace, { failures }: { failures: number }) {
  const decisions = new ToolDecisions({ db: database.db, clock: () => new Date(), log: createLog('silent') })
  onTestFinished(() => decisions.close())
  const resume = vi.fn(async () => true)
  let patches = 0
  decisions.join('conversation', {
    patch: async () => {
      if (patches++ < failures) throw new Error('the database is away')
    },
    standing: async () => 'answers',
    resume,
    listStranded: async () => (resume.mock.calls.length > 0 ? [] : [{ place, wallet: 'ada' }]),
  })
  return { decisions, resume }
}

async function waitingCall(fields: Partial<CallFields> = {}) {
  const { id: scopeId } = await storeConversation(database, { owner: 'ada' })
  const place: CallPlace = { scope: 'conversation', scopeId, replyId: crypto.randomUUID() }
  const call = await storeCall(database, {
    ...{ wallet: 'ada', conversationId: scopeId, replyId: place.replyId, ...fields },
  })
  return { place, call }
}

const once = { digest: 'd'.repeat(64), decision: { kind: 'once' } } as const

test('a reply whose call was allowed while the database went away goes on by itself once it is back', async () => {
  const { place, call } = await waitingCall()
  const { decisions, resume } = decisionsBesideFailures(place, { failures: 2 })
  await expect(decisions.decide('ada', call, once)).rejects.toThrow('away')
  expect(resume).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(resume).toHaveBeenCalledExactlyOnceWith(place, 'ada'), 10_000)
})

test('an answer that can’t be stored is refused, and the call still waits', async () => {
  const { place, call } = await waitingCall()
  const { decisions } = decisionsBesideFailures(place, { failures: 0 })
  const { digest } = once
  for (const bad of ['a\0', 'half \ud800']) {
    const answer = { kind: 'answer', action: 'accept', content: { [bad]: 1 } } as const
    for (const decision of [{ kind: 'refuse', words: bad }, answer] as const)
      await expect(decisions.decide('ada', call, { digest, decision })).rejects.toMatchObject({
        code: 'validation_failed',
      })
  }
  expect((await decisions.decide('ada', call, once)).part.status).toMatchObject({ state: 'allowed' })
})

test.each([
  [['acts', 'untrusted', 'private'], 422],
  [['unsaid'], 422],
  [['acts', 'first'], 200],
  [null, 200],
] as const)('what is asked anew is asked for the reasons that there were (%o)', async (reasons, status) => {
  const { place, call } = await waitingCall({
    ...{ state: 'unknown', waitsFor: null, allowedBy: reasons ? 'once' : 'always' },
    reasons: reasons && [...reasons],
  })
  const { decisions } = decisionsBesideFailures(place, { failures: 0 })
  const { digest } = once
  const again = await decisions.decide('ada', call, { digest, decision: { kind: 'settle', as: 'again' } })
  expect(again.part.status).toMatchObject({ state: 'waiting', wait: { reasons: reasons ?? ['acts'] } })
  const always = { digest, decision: { kind: 'always' } } as const
  const decided = decisions.decide('ada', again.part.call, always)
  if (status === 200) expect((await decided).part.status).toMatchObject({ state: 'allowed' })
  else await expect(decided).rejects.toMatchObject({ code: 'validation_failed' })
})

// Embedded, there is one connection.
test.runIf(database.kind === 'postgresql')(
  'a decision is none about the question that takes the place of what was shown at that moment',
  async () => {
    const { place, call } = await waitingCall()
    const { decisions } = decisionsBesideFailures(place, { failures: 0 })
    const asks = { waitsFor: 'input', question: { kind: 'text', text: 'Which colour?' } } as const
    const decided = meanwhileOn(database)(
      (transaction) => changeCall(transaction, call, 'waiting', { ...asks, digest: 'e'.repeat(64) }),
      () => decisions.decide('ada', call, once),
    )
    await expect(decided).rejects.toMatchObject({ code: 'already_decided', errors: { state: 'waiting' } })
    expect(await findCall(database.db, call)).toMatchObject({ state: 'waiting', waitsFor: 'input' })
  },
)

test('a server that is closed tries nothing again', async () => {
  const { place, call } = await waitingCall()
  const { decisions, resume } = decisionsBesideFailures(place, { failures: 1 })
  decisions.close()
  await expect(decisions.decide('ada', call, once)).rejects.toThrow('away')
  // Longer than the first wait.
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(resume).not.toHaveBeenCalled()
})

test('a reply that can’t be stored holds up no other one', async () => {
  const [broken, whole] = [await waitingCall(), await waitingCall()]
  const decisions = new ToolDecisions({ db: database.db, clock: () => new Date(), log: createLog('silent') })
  const patched: [replyId: string, how: string | undefined][] = []
  const resumed: string[] = []
  const left = new Set([broken, whole])
  decisions.join('conversation', {
    patch: async ({ replyId }, _, how) => {
      if (replyId === broken.place.replyId) throw new Error('It broke')
      patched.push([replyId, how])
    },
    standing: async () => 'answers',
    resume: async ({ replyId }) => {
      resumed.push(replyId)
      return true
    },
    listStranded: async () => Array.from(left, ({ place }) => ({ place, wallet: 'ada' })),
  })
  const { replyId } = whole.place
  const change = (state: string) =>
    database.sql`update tool_calls set state = ${state}, sent_at = now() - interval '1 minute',
      expires_at = now() - interval '1 minute' where id in (${broken.call}, ${whole.call})`

  await expect(decisions.recover()).rejects.toThrow()
  expect(patched.splice(0)).toEqual([[replyId, undefined]])
  expect(resumed.splice(0)).toEqual([replyId])
  await change('running')
  await expect(decisions.giveUpSent()).rejects.toThrow()
  expect(patched.splice(0)).toEqual([[replyId, 'waiting']])
  await change('waiting')
  await expect(decisions.expire()).rejects.toThrow()
  expect(patched.splice(0)).toEqual([[replyId, 'stopped']])
  await change('running')
  await expect(decisions.sweep()).rejects.toThrow('giveUpSent, recover')
  expect(resumed).toEqual([replyId])
})
