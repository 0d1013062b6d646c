/**
 * The time from sending a question to the first word of its answer through the doors of other programs, beside the
 * product's own `/api/chat` (with a session, which it looks up as a door looks up a key) and the scripted model itself.
 *
 * node bench/doors.ts [samples]
 */
import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { startProduct } from '../e2e/start-product.ts'
import { doorClient } from '../test/door-client.ts'
import { requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { firstWord, measureInTurns, printFirstWords } from './measure-first-word.ts'
import { percentile } from './percentile.ts'

const WARM_UP = 60
const SAMPLES = Math.min(Math.max(Number(process.argv[2]) || 400, 50), 5_000)

if (isMainThread) await measure()
else parentPort?.postMessage((await startModelServer()).port)

async function measure() {
  // A thread of its own, as it would have a process of its own.
  const worker = new Worker(new URL(import.meta.url))
  const [modelPort] = (await once(worker, 'message')) as [number]
  const product = await startProduct({ OPENAI_BASE_URL: `http://127.0.0.1:${modelPort}/v1` })
  const send: Send = (method, path, sent) => fetch(product.address + path, requestInit(method, sent))
  const account = await signInWith(send)
  const doors = doorClient(send)
  const { id } = await doors.makeAgent(account)
  const { key } = await doors.makeKey(account)
  await send('PATCH', `/api/agents/${id}`, { as: account, json: { handle: 'first-word' } })

  const port = Number(new URL(product.address).port)
  const content = 'What is light?'
  const messages = [{ role: 'user', content }]
  const cookie = { cookie: account.cookie }
  const bearer = { authorization: `Bearer ${key}` }
  const chat = '/v1/chat/completions'
  const ask = (path: string, body: object, mark: string, headers: Record<string, string>) => () =>
    firstWord(port, path, body, mark, headers)
  const ways = {
    direct: () => firstWord(modelPort, chat, { model: 'm', messages, stream: true }, '"content":"Hello"'),
    '/api/chat': ask('/api/chat', { agentId: id, message: content }, '"text":"Hello', cookie),
    [chat]: ask(chat, { model: id, messages, stream: true }, '"content":"Hello', bearer),
    'the same, by handle': ask(
      chat,
      { model: 'first-word', messages, stream: true },
      '"content":"Hello',
      bearer,
    ),
    '/v1/responses, unstored': ask(
      '/v1/responses',
      { model: id, input: content, stream: true, store: false },
      '"delta":"Hello',
      bearer,
    ),
  }
  const times = await measureInTurns(ways, { warmUp: WARM_UP, samples: SAMPLES })
  printFirstWords(times)
  const added = percentile(times[chat] ?? [], 0.5) - percentile(times['/api/chat'] ?? [], 0.5)
  console.log(`  ${chat} adds ${added.toFixed(2)} ms to /api/chat (p50).`)
  await product.stop()
  await worker.terminate()
}
