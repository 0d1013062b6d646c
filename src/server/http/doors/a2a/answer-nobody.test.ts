import type { SendMessageRequest } from '@a2a-js/sdk'
import { Role } from '@a2a-js/sdk'
import { expect, test } from 'vitest'
import type { EndEvent, ReplyEvent } from '../../../../shared/chat/chat.ts'
import { NOBODY } from '../../../domain/doors/door-questions.ts'
import { type AgentRequest, answerNobody } from './agent-request.ts'
import { textPart } from './task-shapes.ts'

const params = {
  message: {
    ...{ messageId: 'a', contextId: '', taskId: '', role: Role.ROLE_USER },
    parts: [textPart('What is light?', 'text/plain')],
  },
} as SendMessageRequest

async function* saying(end: EndEvent): AsyncGenerator<ReplyEvent> {
  yield { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 0 }
  yield { type: 'words', at: 0, text: 'Light is' }
  yield end
}

const answered = (end: EndEvent) => {
  const doors = { ask: async () => saying(end) }
  const request = { doors, caller: NOBODY, agent: { id: 'x' }, beforeAsking: async () => {} }
  return answerNobody(request as unknown as AgentRequest, params)
}

test('what broke off is no answer to somebody without a key, whose message could not tell', async () => {
  const message = await answered({ type: 'finished', reason: 'stop' })
  expect(message.parts).toMatchObject([{ content: { value: 'Light is' } }])
  await expect(answered({ type: 'stopped' })).rejects.toThrow('This agent was taken down.')
  await expect(answered({ type: 'interrupted' })).rejects.toThrow('before the answer was complete')
})
