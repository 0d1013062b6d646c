import { afterEach, describe, expect, test } from 'vitest'
import {
  asks,
  asksForm,
  type FixtureBehaviour,
  fixtureTool,
  said,
  sendJson,
  startMcpFixture,
} from '../../../../test/mcp-fixture-server.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import { createLog } from '../../base/log.ts'
import { internet } from '../../base/network/network.ts'
import { AddressRanges } from '../../base/network/public-address.ts'
import { GuardedFetch } from '../../llm/http/guarded-fetch.ts'
import { createConnectMcp } from './connect.ts'
import type { McpConnection } from './mcp-connection.ts'

const ends: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A fixture server, and what connects to it, through the guard that the operator opened for 127.0.0.1. */
async function fixture(behaviour: FixtureBehaviour, { patienceMs = 5_000, ranges = ['127.0.0.0/8'] } = {}) {
  const server = await startMcpFixture(behaviour)
  const guarded = new GuardedFetch({ network: internet, ranges: new AddressRanges(ranges), ownHosts: [] })
  const connect = createConnectMcp({ send: guarded.send, log: createLog('silent'), patienceMs })
  ends.push(
    () => server.close(),
    () => guarded.close(),
  )
  const open = async (more = {}): Promise<McpConnection> => {
    const connection = await connect({ address: server.address, ...more }, soon())
    ends.push(() => connection.close())
    return connection
  }
  return { server, open }
}

const soon = () => AbortSignal.timeout(10_000)
const tool = fixtureTool('send')

describe.each(['modern', 'legacy'] as const)('a server of the %s protocol', (era) => {
  test('lists its tools as it sent them and answers a call', async () => {
    const raw = { ...tool, _meta: { by: 'x' }, unknown: [1] }
    const { server, open } = await fixture({ era, tools: () => [raw], call: () => said('sent') })
    const connection = await open({ headers: { authorization: 'Bearer of-the-place' } })
    expect(connection.era).toBe(era)
    expect(await connection.list(soon())).toEqual({ tools: [raw], isCut: false })
    const answer = await connection.call({ tool, arguments: { text: 'a' } }, soon())
    expect(answer).toMatchObject({
      kind: 'result',
      isError: false,
      content: [{ text: 'sent' }],
      unanswered: [],
    })
    expect(server.sent('tools/call')[0]).toMatchObject({
      params: { name: 'send', arguments: { text: 'a' } },
      headers: { authorization: 'Bearer of-the-place' },
    })
  })

  test('is told that questions can be asked, and nothing else', async () => {
    const { server, open } = await fixture({ era, tools: () => [tool] })
    await (await open()).list(soon())
    const [greeting, listing] = ['initialize', 'tools/list'].map(
      (method) => server.sent(method)[0]?.params ?? {},
    )
    const meta = (listing?._meta ?? {}) as Record<string, unknown>
    const told =
      era === 'legacy' ? greeting?.capabilities : meta['io.modelcontextprotocol/clientCapabilities']
    expect(told).toEqual({ elicitation: { form: {}, url: {} } })
  })
})

describe('questions', () => {
  const form = asksForm('Which one?', { name: { type: 'string' } })

  test('come back as they were asked, and the answer goes with the same state and a new id', async () => {
    const state = 'opaque ✓ '.repeat(10)
    const { server, open } = await fixture({
      tools: () => [tool],
      call: ({ params }) => (params?.inputResponses ? said('thanks') : asks({ which: form }, state)),
    })
    const connection = await open()
    const asked = await connection.call({ tool, arguments: {} }, soon())
    expect(asked).toEqual({ kind: 'input', requests: { which: form }, state })
    const responses = { which: { action: 'accept' as const, content: { name: 'b' } } }
    const answer = await connection.continue({ tool, arguments: {}, responses, state }, soon())
    expect(answer).toMatchObject({ content: [{ text: 'thanks' }] })
    const [first, second] = server.sent('tools/call')
    expect(second?.params).toMatchObject({ inputResponses: responses, requestState: state })
    expect(second?.id).not.toBe(first?.id)
  })

  test('with more than 64 KB to keep, or more than four at once, fail', async () => {
    const many = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`q${at}`, form]))
    let reply = asks({ which: form }, 'x'.repeat(64 * 1024 + 1))
    const { open } = await fixture({ tools: () => [tool], call: () => reply })
    const connection = await open()
    await expect(connection.call({ tool, arguments: {} }, soon())).rejects.toMatchObject({
      kind: 'too-large',
    })
    reply = asks(many)
    await expect(connection.call({ tool, arguments: {} }, soon())).rejects.toMatchObject({
      kind: 'too-large',
    })
  })

  test('of the older protocol are not answered while the call is open, and the answer says what was asked', async () => {
    const { server, open } = await fixture({
      era: 'legacy',
      tools: () => [tool],
      call:
        () =>
        (response, { id }) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          const question = { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: form.params }
          response.write(`data: ${JSON.stringify(question)}\n\n`)
          const ended = setInterval(() => {
            const answered = server.requests.find((one) => one.id === 'q')
            if (!answered) return
            clearInterval(ended)
            const result = said(JSON.stringify((answered as { result?: unknown }).result)).result
            response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
          }, 5)
        },
    })
    const answer = await (await open()).call({ tool, arguments: {} }, soon())
    expect(answer).toMatchObject({ content: [{ text: '{"action":"cancel"}' }], unanswered: ['Which one?'] })
  })

  test('of the older protocol that name an address to open first are questions, too', async () => {
    const params = { mode: 'url', message: 'Open it.', url: 'https://a.example/x', elicitationId: '1' }
    let isOpened = false
    const { open } = await fixture({
      era: 'legacy',
      tools: () => [tool],
      call: () =>
        isOpened
          ? said('done')
          : { error: { code: -32_042, message: 'first', data: { elicitations: [params] } } },
    })
    const connection = await open()
    const asked = await connection.call({ tool, arguments: {} }, soon())
    expect(asked).toMatchObject({ requests: { 'address-0': { method: 'elicitation/create', params } } })
    isOpened = true
    const responses = { 'address-0': { action: 'accept' as const } }
    const answer = await connection.continue({ tool, arguments: {}, responses }, soon())
    expect(answer).toMatchObject({ content: [{ text: 'done' }] })
  })
})

describe('a hostile server', () => {
  test('that floods is cut off before 2 MB of 100 arrive', async () => {
    let written = 0
    const { open } = await fixture({
      tools: () => [tool],
      call: () => (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const piece = 'x'.repeat(64 * 1024)
        const flood = () => {
          while (written < 100 * 1024 * 1024 && !response.destroyed) {
            written += piece.length
            if (!response.write(piece)) return void response.once('drain', flood)
          }
        }
        flood()
      },
    })
    await expect((await open()).call({ tool, arguments: {} }, soon())).rejects.toMatchObject({
      kind: 'too-large',
      message: 'Its answer is larger than 1024 KB.',
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    // What the sockets of this machine hold is on its way already.
    expect(written).toBeLessThan(12 * 1024 * 1024)
  })

  test.each([
    ['the headers', () => {}],
    [
      'the body',
      (response: import('node:http').ServerResponse) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    ],
    [
      'the stream',
      (response: import('node:http').ServerResponse) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': a\n\n'),
    ],
  ])('that stalls before the end of %s is given up', async (_, stall) => {
    const { open } = await fixture({ tools: () => [tool], call: () => stall }, { patienceMs: 150 })
    await expect((await open()).call({ tool, arguments: {} }, soon())).rejects.toMatchObject({
      kind: 'too-slow',
    })
  })

  test('that answers other ids gives no answer', async () => {
    const { open } = await fixture(
      {
        tools: () => [tool],
        call:
          () =>
          (response, { id }) =>
            sendJson(response, { jsonrpc: '2.0', id: Number(id) + 1, ...said('forged') }),
      },
      { patienceMs: 300 },
    )
    await expect((await open()).call({ tool, arguments: {} }, soon())).rejects.toMatchObject({
      name: 'McpFault',
    })
  })

  test('that is not JSON, or hangs up, is a fault with a sentence', async () => {
    let reply: (response: import('node:http').ServerResponse) => void = (response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>')
    const { open } = await fixture({ tools: () => [tool], call: () => reply })
    const connection = await open()
    await expect(connection.call({ tool, arguments: {} }, soon())).rejects.toMatchObject({ kind: 'broken' })
    reply = (response) => void response.destroy()
    await expect(connection.call({ tool, arguments: {} }, soon())).rejects.toMatchObject({
      kind: 'unreachable',
    })
  })

  test('leads nowhere else: neither to another origin, nor in a circle, nor with another method', async () => {
    const inner = await startMcpFixture({ tools: () => [tool] })
    ends.push(() => inner.close())
    let to = inner.address
    let status = 307
    const { server, open } = await fixture({
      intercept: (_, response) => !!response.writeHead(status, { location: to }).end(),
    })
    await expect(open({ headers: { authorization: 'Bearer secret' } })).rejects.toMatchObject({
      kind: 'redirected',
    })
    expect(inner.requests).toEqual([])
    to = '/mcp'
    await expect(open()).rejects.toMatchObject({ kind: 'redirected' })
    expect(server.requests).toHaveLength(5)
    status = 302
    await expect(open()).rejects.toMatchObject({ kind: 'redirected' })
  })

  test('is followed within its origin', async () => {
    const { open } = await fixture({
      tools: () => [tool],
      intercept: ({ headers }, response) => {
        if (headers.host?.startsWith('127') && !(response.req.url ?? '').endsWith('/there'))
          return !!response.writeHead(308, { location: '/there' }).end()
        return false
      },
    })
    expect((await (await open()).list(soon())).tools).toHaveLength(1)
  })

  test('at an address that is not public is not asked', async () => {
    const { server, open } = await fixture({}, { ranges: [] })
    await expect(open()).rejects.toMatchObject({ kind: 'not-public' })
    expect(server.requests).toEqual([])
  })

  test('with 5,000 tools has 200, and one whose pages never end has an end', async () => {
    const all = Array.from({ length: 5_000 }, (_, at) => fixtureTool(`t${at}`))
    const { open } = await fixture({ tools: () => all })
    const listed = await (await open()).list(soon())
    expect(listed.isCut).toBe(true)
    expect(listed.tools).toHaveLength(toolLimits.toolsOfServer)
    const pages = Array.from({ length: 50 }, (_, at) => [fixtureTool(`p${at}`)])
    const endless = await fixture({ tools: () => pages })
    expect(await (await endless.open()).list(soon())).toMatchObject({ isCut: true })
    expect(endless.server.sent('tools/list')).toHaveLength(20)
  })

  test('that refuses says why, and one that wants a sign-in is a sign-in', async () => {
    let status = 401
    const { open } = await fixture({
      intercept: (request, response) => {
        if (request.method !== 'tools/call') return false
        response
          .writeHead(status, { 'www-authenticate': 'Bearer resource_metadata="https://a.example/m"' })
          .end()
        return true
      },
    })
    const connection = await open()
    await expect(connection.call({ tool, arguments: {} }, soon())).rejects.toMatchObject({
      kind: 'sign-in',
      challenge: 'Bearer resource_metadata="https://a.example/m"',
    })
    status = 500
    await expect(connection.call({ tool, arguments: {} }, soon())).rejects.toMatchObject({
      kind: 'refused',
      message: 'It answered with HTTP 500.',
    })
  })

  test('never has what its schemas refer to fetched', async () => {
    const other = await startMcpFixture({})
    ends.push(() => other.close())
    const raw = fixtureTool('send', {
      inputSchema: { type: 'object', $ref: other.address, properties: { a: { $ref: `${other.address}#a` } } },
      outputSchema: { type: 'object', $ref: other.address },
    })
    const { open } = await fixture({ tools: () => [raw], call: () => said('x') })
    const connection = await open()
    expect((await connection.list(soon())).tools).toEqual([raw])
    expect(await connection.call({ tool: raw, arguments: { a: 1 } }, soon())).toMatchObject({
      kind: 'result',
    })
    expect(other.requests).toEqual([])
  })
})

test('a call that is stopped closes its request, and its reason is what is thrown', async () => {
  const closed = Promise.withResolvers<void>()
  const { open } = await fixture({
    tools: () => [tool],
    call: () => (response) => void response.once('close', () => closed.resolve()),
  })
  const connection = await open()
  const stop = new AbortController()
  const call = connection.call({ tool, arguments: {} }, stop.signal)
  setTimeout(() => stop.abort(new Error('stopped')), 30)
  await expect(call).rejects.toThrow('stopped')
  await closed.promise
})

test('a person’s token is renewed once after a 401, and the call is sent once more', async () => {
  let token = 'old'
  const { server, open } = await fixture({
    tools: () => [tool],
    intercept: ({ headers }, response) =>
      headers.authorization === 'Bearer new' ? false : !!response.writeHead(401).end(),
    call: () => said('in'),
  })
  const onUnauthorized = async () => {
    token = 'new'
  }
  const credentials = { token: async () => token, onUnauthorized }
  const connection = await open({ credentials })
  expect(await connection.call({ tool, arguments: {} }, soon())).toMatchObject({ content: [{ text: 'in' }] })
  expect(server.sent('tools/call')).toHaveLength(1)
})
