import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { publicAddress, startPictureServer } from '../../../../test/picture-server.ts'
import { internet, type Network, withoutServer } from '../../base/network/network.ts'
import { AddressRanges } from '../../base/network/public-address.ts'
import type { ModelResponse } from '../model-address.ts'
import { GuardedFetch } from './guarded-fetch.ts'

const server = await startPictureServer()
const { answers, requests, connections, names, lookups } = server
afterAll(server.close)

/** What was connected to without TLS. */
const plain: object[] = []
const network: Network = {
  ...server.network,
  connectPlainly(to) {
    plain.push(to)
    return internet.connectPlainly(to)
  },
}

beforeEach(() => {
  for (const log of [requests, connections, lookups, plain]) log.length = 0
  names.clear()
  names.set('pictures.example', [publicAddress])
  answers.clear()
  answers.set('/v1/models', (_, response) => response.end('{"data":[]}'))
})

async function textOf({ body }: ModelResponse): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of body ?? []) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const guarded: GuardedFetch[] = []
afterAll(() => {
  for (const one of guarded) one.close()
})
function guard({ ranges = [] as string[], through = network } = {}) {
  const made = new GuardedFetch({
    network: through,
    ranges: new AddressRanges(ranges),
    ownHosts: ['bionic.example'],
  })
  guarded.push(made)
  return made
}
const get = (url: string, of = guard()) => of.send(url, { headers: { authorization: 'Bearer key' } })

test('a public address is asked with what was given, and its answer is streamed', async () => {
  answers.set('/v1/chat', async (request, response) => {
    response.write('first ')
    for await (const piece of request) response.write(piece)
    response.end()
  })
  const body = '{"stream":true}'
  const answer = await guard().send('https://pictures.example/v1/chat', { method: 'POST', body })
  expect(await textOf(answer)).toBe(`first ${body}`)
  expect(connections).toEqual([{ host: 'pictures.example', port: 443, addresses: [publicAddress] }])
})

/** Spellings of addresses that are not public, and names of what is not. */
const refused = [
  'https://127.0.0.1/v1/models',
  'https://127.1/v1/models',
  'https://2130706433/v1/models',
  'https://0x7f000001/v1/models',
  'https://0x7f.1/v1/models',
  'https://0177.0.0.1/v1/models',
  'https://017700000001/v1/models',
  'https://127.0.0.1./v1/models',
  'https://127。0。0。1/v1/models',
  'https://１２７.０.０.１/v1/models',
  'https://①②⑦.⓪.⓪.①/v1/models',
  'https://%31%32%37.0.0.1/v1/models',
  'https://0/v1/models',
  'https://0.0.0.0/v1/models',
  'https://10.0.0.1/v1/models',
  'https://0xa000001/v1/models',
  'https://172.16.0.1/v1/models',
  'https://192.168.1.1/v1/models',
  'https://3232235777/v1/models',
  'https://169.254.169.254/v1/models',
  'https://0xa9fea9fe/v1/models',
  'https://168.63.129.16/v1/models',
  'https://100.64.0.1/v1/models',
  'https://[::]/v1/models',
  'https://[::1]/v1/models',
  'https://[::ffff:127.0.0.1]/v1/models',
  'https://[0:0:0:0:0:ffff:7f00:1]/v1/models',
  'https://[::127.0.0.1]/v1/models',
  'https://[64:ff9b::127.0.0.1]/v1/models',
  'https://[64:ff9b:1::a00:1]/v1/models',
  'https://[2002:7f00:1::]/v1/models',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/v1/models',
  'https://[fe80::1]/v1/models',
  'https://[fd00:ec2::254]/v1/models',
  'https://localhost/v1/models',
  'https://localhost./v1/models',
  'https://LOCALHOST/v1/models',
  'https://a.localhost/v1/models',
  'https://router/v1/models',
  'https://metadata.google.internal/v1/models',
  'https://nas.home.arpa/v1/models',
  // Not as people reach others, or this server itself.
  'http://pictures.example/v1/models',
  'https://pictures.example:8443/v1/models',
  'https://pictures.example:22/v1/models',
  'https://user:word@pictures.example/v1/models',
  'https://user@pictures.example/v1/models',
  'https://bionic.example/v1/models',
  'https://BIONIC.example./v1/models',
  'file:///etc/passwd',
  'ftp://pictures.example/',
]

test.each(refused)('%s gets no connection', async (url) => {
  names.set('bionic.example', [publicAddress])
  await expect(get(url)).rejects.toMatchObject({ name: 'NotPublic' })
  // An operator who allows one address allows none of these.
  const other = guard({ ranges: ['203.0.113.0/24'] })
  await expect(get(url, other)).rejects.toMatchObject({ name: expect.stringMatching(/NotPublic|Unresolved/) })
  expect([connections, plain, requests]).toEqual([[], [], []])
})

test.each([
  ['loopback', ['127.0.0.1']],
  ['one private address among public ones', [publicAddress, '10.0.0.1']],
  ['a private IPv6 address behind a public IPv4 one', [publicAddress, 'fd00::1']],
  ['an embedded private address', ['64:ff9b::7f00:1']],
  ['the metadata of a cloud', ['169.254.169.254']],
])('a name that resolves to %s gets no connection', async (_, addresses) => {
  names.set('pictures.example', addresses)
  await expect(get('https://pictures.example/v1/models')).rejects.toMatchObject({ name: 'NotPublic' })
  expect([connections, requests]).toEqual([[], []])
})

test('a name that means something else the second time leads nowhere else', async () => {
  let asked = 0
  const through = { ...network, resolve: async () => (asked++ === 0 ? [publicAddress] : ['127.0.0.1']) }
  const turning = guard({ through })
  expect((await get('https://pictures.example/v1/models', turning)).status).toBe(200)
  expect([asked, connections.length]).toEqual([1, 1])
  turning.close()
  await expect(get('https://pictures.example/v1/models', turning)).rejects.toMatchObject({
    name: 'NotPublic',
  })
  expect([asked, connections.length, requests.length]).toEqual([2, 1, 1])
})

test.each(['https://127.0.0.1/', 'http://pictures.example/', 'https://pictures.example/elsewhere'])(
  'a redirect to %s is told and not followed',
  async (location) => {
    answers.set('/v1/models', (_, response) => response.writeHead(307, { location }).end())
    const answer = await get('https://pictures.example/v1/models')
    expect([answer.status, connections.length, requests.length]).toEqual([307, 1, 1])
  },
)

test('what an operator allows is asked, over http and on any port too, and nothing beside it', async () => {
  const local = createServer((_, response) => response.end('here')).listen(0, '127.0.0.1')
  await new Promise((resolve) => local.once('listening', resolve))
  onTestFinished(() => void local.close())
  const { port } = local.address() as { port: number }
  names.set('models.lan', ['127.0.0.1'])
  names.set('both.example', ['127.0.0.1', publicAddress])
  const allowing = guard({ ranges: ['127.0.0.0/8'] })
  for (const host of ['127.0.0.1', '0x7f.1', 'models.lan'])
    expect(await textOf(await get(`http://${host}:${port}/`, allowing))).toBe('here')
  for (const url of [
    `http://[::1]:${port}/`,
    `http://both.example:${port}/`,
    'http://pictures.example/',
    'https://10.0.0.1/',
    'https://pictures.example:8443/',
  ])
    await expect(get(url, allowing), url).rejects.toMatchObject({ name: 'NotPublic' })
  expect((await get('https://pictures.example/v1/models', allowing)).status).toBe(200)
  // Of the three, two are spellings of one.
  expect([plain.length, connections.length]).toEqual([2, 1])
})

test('this server is asked by none of its names and addresses, though the operator allows them; what is beside it is', async () => {
  const local = createServer((_, response) => response.end('here')).listen(0)
  await new Promise((resolve) => local.once('listening', resolve))
  onTestFinished(() => void local.close())
  const { port } = local.address() as { port: number }
  const addresses = Object.values(networkInterfaces()).flatMap((found = []) => found)
  const own = addresses.flatMap(({ family, address }) => (family === 'IPv4' ? [address] : []))
  names.set('models.lan', ['127.0.0.1'])
  const ranges = ['0.0.0.0/0', '::/0']
  const through = withoutServer(network, port)
  const hosts = [...own, '127.0.0.1', '127.9.9.9', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]', 'models.lan']
  for (const host of hosts)
    await expect(get(`http://${host}:${port}/`, guard({ ranges, through })), host).rejects.toThrow(
      'it is this server',
    )
  expect(plain).toEqual([])
  const beside = withoutServer(network, port + 1)
  expect(await textOf(await get(`http://models.lan:${port}/`, guard({ ranges, through: beside })))).toBe(
    'here',
  )
})

test('one connection serves one request after the other, and an abort closes it', async () => {
  const one = guard()
  for (let round = 0; round < 3; round++) await textOf(await get('https://pictures.example/v1/models', one))
  expect(connections).toHaveLength(1)
  const closed = new Promise((resolve) => {
    answers.set('/hangs', (_, response) => {
      response.on('close', resolve)
      response.write('a')
    })
  })
  const abort = new AbortController()
  const answer = await one.send('https://pictures.example/hangs', { signal: abort.signal })
  abort.abort()
  await closed
  await expect(textOf(answer)).rejects.toThrow()
})

test('without the network of a test this machine is out of reach', async () => {
  const real = guard({ through: internet })
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    await expect(get(`https://${host}:${server.port}/v1/models`, real)).rejects.toMatchObject({
      name: 'NotPublic',
    })
  expect(requests).toEqual([])
})
