import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a hub does wrong, one request after the other; after the last of them all goes well. */
export type Fault =
  /** Closes the connection after this part of what was asked for. */
  | { cutAt: number }
  | 'sends other bytes'
  | 'sends more than it announced'
  | 'announces another length'
  | 'answers another range'
  | 'is overloaded'
  | 'ignores ranges'

export interface ModelHub {
  address: string
  /** The path and the range of each request for weights. */
  asked: { path: string; range: string | undefined }[]
  /** How often each next request for weights is served with a fault. */
  faults: Fault[]
  /** Asked after each 20,000 bytes, which come all at once without it. */
  pause: (() => Promise<unknown>) | null
  close(): Promise<void>
}

const STEP_BYTES = 20_000

/** A hub whose every repository has one file, by any name, of the same weights. */
export async function startModelHub(
  weights: Buffer,
  list: (path: string) => unknown = (path) => listing(path, weights),
): Promise<ModelHub> {
  const hub: Omit<ModelHub, 'address' | 'close'> = { asked: [], faults: [], pause: null }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://hub')
    const [, repository] = /^\/api\/models\/([^/]+\/[^/]+)\/tree\/main$/.exec(pathname) ?? []
    if (repository) response.end(JSON.stringify(list(repository)))
    else void serveWeights(hub, weights, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(hub, {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

const fileNames: Record<string, string> = {
  'Qwen/Qwen3-1.7B-GGUF': 'Qwen3-1.7B-Q8_0.gguf',
  'Qwen/Qwen3-0.6B-GGUF': 'Qwen3-0.6B-Q8_0.gguf',
}

export function listing(repository: string, weights: Buffer) {
  const oid = createHash('sha256').update(weights).digest('hex')
  const path = fileNames[repository] ?? 'tiny-Q4_K_M.gguf'
  return [
    { type: 'file', path: 'README.md', size: 12 },
    { type: 'file', path, size: weights.length, lfs: { oid, size: weights.length } },
  ]
}

async function serveWeights(
  hub: Omit<ModelHub, 'address' | 'close'>,
  weights: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { range } = request.headers
  hub.asked.push({ path: request.url ?? '', range })
  const fault = hub.faults.shift()
  if (fault === 'is overloaded') return void response.writeHead(503).end()
  const from = fault === 'ignores ranges' ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const body = fault === 'sends other bytes' ? Buffer.alloc(weights.length - from, 7) : weights.subarray(from)
  if (range && fault !== 'ignores ranges') {
    const told = fault === 'answers another range' ? from + 1 : from
    response.writeHead(206, { 'content-range': `bytes ${told}-${weights.length - 1}/${weights.length}` })
  } else if (fault === 'announces another length') {
    response.writeHead(200, { 'content-length': weights.length + 10 })
  } else if (fault !== 'sends more than it announced')
    response.writeHead(200, { 'content-length': body.length })
  const whole = typeof fault === 'object' ? body.subarray(0, Math.floor(body.length * fault.cutAt)) : body
  for (let at = 0; at < whole.length; at += STEP_BYTES) {
    response.write(whole.subarray(at, at + STEP_BYTES))
    await hub.pause?.()
  }
  if (typeof fault === 'object') {
    // What was written reaches the other side before the connection breaks.
    setTimeout(() => response.destroy(), 50)
    return
  }
  if (fault === 'sends more than it announced') response.write(Buffer.alloc(1_000))
  response.end()
}
