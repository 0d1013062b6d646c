import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What a client measures: one address asked over and over. */
export interface Asking {
  port: number
  path: string
  headers: Record<string, string>
  /** Answers to measure, at most; it ends sooner when `patience` milliseconds are over. */
  count: number
  patience: number
  atOnce: number
}

/** What each answer took and what all of them did, in milliseconds. */
export interface Asked {
  times: number[]
  milliseconds: number
}

const WARM_UP = 20

/** Runs as a thread of its own, so that the client does not share one with the server that it measures. */
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
