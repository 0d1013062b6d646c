import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What a client measures: repeated requests to one address. */
export interface Asking {
  port: number
  path: string
  headers: Record<string, string>
  /** The maximum number of requests; fewer are made if `patience` milliseconds have passed. */
  count: number
  patience: number
  atOnce: number
}

/** The duration of each request and of all of them, in milliseconds. */
export interface Asked {
  times: number[]
  milliseconds: number
}

const WARM_UP = 20

/** Runs as a separate thread, so that the client does not share one with the measured server. */
const { port, path, headers, count, patience, atOnce } = workerData as Asking
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

function ask(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const began = performance.now()
  get({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
    answer.resume().on('end', () => {
      if (answer.statusCode === 200) resolve(performance.now() - began)
      else reject(new Error(`${path} was answered with ${answer.statusCode}`))
    })
  }).on('error', reject)
  return promise
}

for (let warm = 0; warm < WARM_UP; warm++) await ask()
const times: number[] = []
const began = performance.now()
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let asked = 0; asked < count / atOnce && performance.now() - began < patience; asked++)
      times.push(await ask())
  }),
)
const asked: Asked = { times, milliseconds: performance.now() - began }
agent.destroy()
parentPort?.postMessage(asked)
