import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { delta } from '../e2e/fakes/model-server.ts'

/** How a provider of models behaves towards keys. */
export type Manner =
  /** Lists its models for a valid key. */
  | 'lists'
  /** Lists them for anybody, and asks for a key only when it is to answer. */
  | 'lists for anybody'
  | 'has no list'
  | 'has no list and forgives any model'
  | 'wants money'
  | 'is busy'
  | 'breaks'
  | 'says nothing'
  | 'leads on'
  | 'is a web page'
  | 'is something else'

/** A provider of models that knows its keys, and repeats a wrong one in its error, as some do. */
export async function startKeyProvider() {
  const models = ['small', 'large']
  const valid = new Set<string>()
  /** What arrived, with the keys. */
  const requests: { method: string; path: string; key: string; model: unknown }[] = []
  let manner: Manner = 'lists'
  /** Whether a reply stays open after its first word until `release`. */
  let stalls = false
  let released = Promise.withResolvers<void>()

  const server = createServer(async (incoming, outgoing) => {
    const sent = await text(incoming)
    const body = sent === '' ? undefined : JSON.parse(sent)
    const key = keyOf(incoming)
    requests.push({ method: incoming.method ?? '', path: incoming.url ?? '', key, model: body?.model })
    if (answerOddly(manner, outgoing)) return
    const isList = incoming.url === '/v1/models' && incoming.method === 'GET'
    if (!isList && incoming.url !== '/v1/chat/completions') return void outgoing.writeHead(404).end()
    if (isList && manner.startsWith('has no list')) return void outgoing.writeHead(404).end('not here')
    if (!(isList && manner === 'lists for anybody') && !valid.has(key))
      return sayError(outgoing, 401, `Incorrect API key provided: ${key}.`)
    if (isList) return sayJson(outgoing, 200, { data: models.map((id) => ({ id })) })
    if (!models.includes(body?.model) && manner !== 'has no list and forgives any model')
      return sayError(outgoing, 404, `The model ${body?.model} does not exist.`)
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(delta('Hello'))
    if (stalls) await Promise.race([released.promise, once(outgoing, 'close')])
    outgoing.end(
      `${delta(' there.')}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** To be typed as the address of one's own. */
    address: `http://127.0.0.1:${port}/v1`,
    port,
    valid,
    requests,
    behave(as: Manner) {
      manner = as
    },
    stall() {
      stalls = true
    },
    release() {
      stalls = false
      released.resolve()
      released = Promise.withResolvers()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const keyOf = ({ headers }: IncomingMessage) => (headers.authorization ?? '').replace(/^Bearer /, '')

function sayJson(to: ServerResponse, status: number, body: object): void {
  to.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' }).end(
    JSON.stringify(body),
  )
}

const sayError = (to: ServerResponse, status: number, message: string) =>
  sayJson(to, status, { error: { message, type: 'scripted' } })

/** Whether that was the whole answer. */
function answerOddly(manner: Manner, to: ServerResponse): boolean {
  switch (manner) {
    case 'wants money':
      sayError(to, 402, 'Insufficient balance.')
      return true
    case 'is busy':
      sayError(to, 429, 'Slow down.')
      return true
    case 'breaks':
      to.destroy()
      return true
    case 'says nothing':
      return true
    case 'leads on':
      to.writeHead(301, { location: 'http://127.0.0.1:1/v1/models' }).end()
      return true
    case 'is a web page':
      to.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
      return true
    case 'is something else':
      sayJson(to, 404, { error: 'Not Found' })
      return true
    case 'lists':
    case 'lists for anybody':
    case 'has no list':
    case 'has no list and forgives any model':
      return false
    default:
      return manner satisfies never
  }
}
