import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * A client in a thread of its own: asks for one address over and over, so many at once, and posts what each answer took.
 */
const { port, path, count, atOnce } = workerData as { port: number; path: string; count: number; atOnce: number }
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

function ask(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const began = performance.now()
  get({ host: '127.0.0.1', port, path, agent }, (answer) => {
    answer.resume().on('end', () => {
      if (answer.statusCode === 200) resolve(performance.now() - began)
      else reject(new Error(`${path} was answered with ${answer.statusCode}`))
    })
  }).on('error', reject)
  return promise
}

const times: number[] = []
let asked = 0
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (asked++ < count) times.push(await ask())
  }),
)
agent.destroy()
parentPort?.postMessage(times)
