/**
 * The time from sending a request to the first word of its response, in four alternating ways: directly from the
 * scripted model server, through a bare Node proxy, and through the whole product, which looks up an agent in its
 * database, storing nothing for a visitor and everything for a wallet. The difference to the first way is the result.
 *
 * node bench/first-word.ts [samples]
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { startProduct } from '../e2e/start-product.ts'
import { requestInit, signInWith } from '../test/sign-in.ts'
import { startBareProxy } from './bare-proxy.ts'
import { percentile } from './percentile.ts'

const WARM_UP = 60
const SAMPLES = Math.min(Math.max(Number(process.argv[2]) || 400, 50), 5_000)

const connections = new Agent({ keepAlive: true })

/** Each has a separate thread, as it would have a separate process. */
const servers = {
  model: async () => (await startModelServer()).port,
  proxy: startBareProxy,
}

if (isMainThread) await measure()
else parentPort?.postMessage(await servers[workerData.name as keyof typeof servers](workerData.modelPort))

async function measure() {
  const model = await start('model', 0)
  const proxy = await start('proxy', model.port)
  const product = await startProduct({ OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1` })
  const bionicPort = Number(new URL(product.address).port)
  const list = (await (await fetch(`${product.address}/api/agents?limit=1`)).json()) as {
    agents: { id: string }[]
  }

  const { cookie } = await signInWith((method, path, sent) =>
    fetch(product.address + path, requestInit(method, sent)),
  )

  const completion = {
    model: 'gpt-4-turbo-preview',
    messages: [{ role: 'user', content: 'What is light?' }],
    stream: true,
  }
  const chat = { agentId: list.agents[0]?.id, message: 'What is light?' }
  const ways = {
    direct: () => firstWord(model.port, '/v1/chat/completions', completion, '"content":"Hello"'),
    'through a bare proxy': () =>
      firstWord(proxy.port, '/v1/chat/completions', completion, '"content":"Hello"'),
    'through Bionic': () => firstWord(bionicPort, '/api/chat', chat, '"text":"Hello'),
    'through Bionic, storing': () =>
      firstWord(
        bionicPort,
        `/api/conversations/${randomUUID()}/replies`,
        {
          replyId: randomUUID(),
          agentId: chat.agentId,
          question: { id: randomUUID(), parentId: null, content: chat.message },
        },
        '"text":"Hello',
        { cookie },
      ),
  }

  const times: Record<string, number[]> = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
  for (let round = 0; round < WARM_UP + SAMPLES; round++)
    for (const [way, ask] of Object.entries(ways)) {
      const milliseconds = await ask()
      if (round >= WARM_UP) times[way]?.push(milliseconds)
    }

  const direct = times.direct ?? []
  console.log(`Time to the first word, ${SAMPLES} samples each, in ms (added over direct)`)
  for (const [way, values] of Object.entries(times)) {
    const figure = (share: number) => {
      const value = percentile(values, share)
      return `${value.toFixed(2)} (+${(value - percentile(direct, share)).toFixed(2)})`
    }
    console.log(`  ${way.padEnd(24)}  p50 ${figure(0.5)}   p99 ${figure(0.99)}`)
  }
  await product.stop()
  await Promise.all([model, proxy].map(({ worker }) => worker.terminate()))
}

async function start(name: keyof typeof servers, modelPort: number) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { name, modelPort } })
  const [port] = (await once(worker, 'message')) as [number]
  return { worker, port }
}

/** Milliseconds until the response contains the mark; the rest is read to its end before the next sample. */
function firstWord(
  port: number,
  path: string,
  body: unknown,
  mark: string,
  more: Record<string, string> = {},
): Promise<number> {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...more }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const began = performance.now()
  const outgoing = request(
    { host: '127.0.0.1', port, path, method: 'POST', headers, agent: connections },
    (answer) => {
      let received = ''
      let milliseconds: number | undefined
      answer.setEncoding('utf8').on('data', (piece: string) => {
        received += piece
        if (milliseconds === undefined && received.includes(mark)) milliseconds = performance.now() - began
      })
      answer.on('end', () =>
        milliseconds === undefined ? reject(new Error(received)) : resolve(milliseconds),
      )
    },
  )
  outgoing.on('error', reject).end(text)
  return promise
}
