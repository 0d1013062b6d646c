import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/database.ts'
import { doorClient } from '../../../test/door-client.ts'
import type { ModelRequest } from '../llm/provider.ts'

/** Whether the words of each request to the model might wait at the time, by the question. */
const waits = new Map<string | undefined, boolean | undefined>()
const released = Promise.withResolvers<void>()

const { send, signIn } = testApp(await testDatabase(), {
  chat: {
    engine: { kind: 'provider', model: 'scripted' },
    async *ask({ messages, mayCollect }: ModelRequest) {
      const question = messages.at(-1)?.content
      yield { type: 'words', text: 'Hello. ' }
      if (question === 'Stay') await released.promise
      waits.set(question, mayCollect?.())
      yield { type: 'end', reason: 'stop' }
    },
  },
})
const { makeAgent, makeKey, call } = doorClient(send)

async function ask(message: string): Promise<void> {
  await (await send('POST', '/api/chat', { json: { message } })).text()
}

test('words wait for others only while ten replies run on the server, and never for programs', async () => {
  const ada = await signIn()
  const { id: model } = await makeAgent(ada)
  const { key } = await makeKey(ada)
  const throughDoor = async (content: string) => {
    const messages = [{ role: 'user', content }]
    await (await call(key, 'POST', '/v1/chat/completions', { model, messages, stream: true })).text()
    const stored = { model, input: `${content}, stored`, store: true, stream: true }
    await (await call(key, 'POST', '/v1/responses', stored)).text()
  }
  const staying = Array.from({ length: 8 }, () => ask('Stay'))
  await ask('The ninth')
  staying.push(ask('Stay'))
  await ask('The tenth')
  await throughDoor('Of a program')
  released.resolve()
  await Promise.all(staying)
  expect(Object.fromEntries(waits)).toEqual({
    'The ninth': false,
    'The tenth': true,
    'Of a program': false,
    'Of a program, stored': false,
    Stay: false,
  })
})
