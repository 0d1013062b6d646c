import { expect, test } from 'vitest'
import { fixedChoice, fixedModel } from '../../../../test/fixed-models.ts'
import { createLog } from '../../base/log.ts'
import type { ChatEngine } from '../../llm/choose-engine.ts'
import { createOfflineEngine } from '../../llm/offline/offline.ts'
import type { RecordReply } from '../analytics/record-replies.ts'
import type { AskedReply } from '../analytics/recording.ts'
import type { ModelQuestion } from '../models/choose-model.ts'
import { Answers } from './answers.ts'

const context = () => ({
  requestId: 'request',
  log: createLog('silent'),
  stopped: new AbortController().signal,
  shutdown: new AbortController().signal,
})

function recorder() {
  const recorded: AskedReply[] = []
  const record: RecordReply = (asked, reply) => {
    const events = reply(() => {})
    recorded.push(asked)
    return events
  }
  return { recorded, record }
}

const chat: ChatEngine = { engine: { kind: 'offline' }, ask: createOfflineEngine() }
const choose = fixedChoice(chat)

test('a reply is recorded for its agent, and one without an agent or a beginning is for nobody', async () => {
  const { recorded, record } = recorder()
  const answers = new Answers({ choose, record })
  const nothing = async function* () {}
  await answers.answerOnce({ agentId: 'ada', wallet: null, begins: true }, context(), nothing)
  await answers.answerOnce({ agentId: 'ada', wallet: 'owner' }, context(), nothing)
  await answers.answerOnce({ agentId: null, wallet: 'owner', begins: true }, context(), nothing)
  expect(recorded).toEqual([{ agentId: 'ada', wallet: null, begins: true }])
})

test('each reply asks what answers it when it begins', async () => {
  const asked: unknown[] = []
  const choose = async ({ agentId }: ModelQuestion) => {
    asked.push(agentId)
    return fixedModel(chat, 1_000 * asked.length)
  }
  const answers = new Answers({ choose })
  const windows: number[] = []
  for (const agentId of ['ada', 'bob'])
    await answers.answerOnce({ agentId, wallet: null }, context(), ({ windowTokens }) => {
      windows.push(windowTokens)
      return (async function* () {})()
    })
  expect(asked).toEqual(['ada', 'bob'])
  expect(windows).toEqual([1_000, 2_000])
})

test('what is refused before it begins is not recorded', async () => {
  const { recorded, record } = recorder()
  const refused = new Answers({ choose, record }).answerOnce(
    { agentId: 'ada', wallet: null, begins: true },
    context(),
    () => {
      throw new Error('too long')
    },
  )
  await expect(refused).rejects.toThrow('too long')
  expect(recorded).toEqual([])
})
