/**
 * The time from sending a request to the first word of its response, in four alternating ways: directly from the
 * scripted model server, through a bare Node proxy, and through the whole product, which looks up an agent in its
 * database, storing nothing for a visitor and everything for a wallet. The difference to the first way is the result.
 *
 * node bench/first-word.ts [samples]
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { startProduct } from '../e2e/start-product.ts'
import { requestInit, signInWith } from '../test/sign-in.ts'
import { startBareProxy } from './bare-proxy.ts'
import { firstWord, measureInTurns, printFirstWords } from './measure-first-word.ts'

const WARM_UP = 60
const SAMPLES = Math.min(Math.max(Number(process.argv[2]) || 400, 50), 5_000)

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

  printFirstWords(await measureInTurns(ways, { warmUp: WARM_UP, samples: SAMPLES }))
  await product.stop()
  await Promise.all([model, proxy].map(({ worker }) => worker.terminate()))
}

async function start(name: keyof typeof servers, modelPort: number) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { name, modelPort } })
  const [port] = (await once(worker, 'message')) as [number]
  return { worker, port }
}
