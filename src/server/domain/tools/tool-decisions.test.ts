import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { storeConversation } from '../../../../test/store-conversation.ts'
import { storeCall } from '../../../../test/stored-calls.ts'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import { createLog } from '../../base/log.ts'
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

async function waitingCall() {
  const { id: scopeId } = await storeConversation(database, { owner: 'ada' })
  const place: CallPlace = { scope: 'conversation', scopeId, replyId: crypto.randomUUID() }
  const call = await storeCall(database, {
    ...{ wallet: 'ada', conversationId: scopeId, replyId: place.replyId },
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

test('a server that is closed tries nothing again', async () => {
  const { place, call } = await waitingCall()
  const { decisions, resume } = decisionsBesideFailures(place, { failures: 1 })
  decisions.close()
  await expect(decisions.decide('ada', call, once)).rejects.toThrow('away')
  // Longer than the first wait.
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(resume).not.toHaveBeenCalled()
})
