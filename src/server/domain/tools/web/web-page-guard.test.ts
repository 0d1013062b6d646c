import { afterAll, beforeEach, expect, test } from 'vitest'
import { publicAddress, startPictureServer } from '../../../../../test/picture-server.ts'
import { privateIpv4, privateIpv6, spellingsOf } from '../../../../../test/private-addresses.ts'
import { createLog } from '../../../base/log.ts'
import { internet, type Network, withoutServer } from '../../../base/network/network.ts'
import { AddressRanges } from '../../../base/network/public-address.ts'
import type { CallContext } from '../tool.ts'
import { webPageTool } from './web-page.ts'

const server = await startPictureServer()
const { answers, requests, connections, names } = server
afterAll(server.close)

/** What was connected to without TLS. */
const plain: object[] = []
const network: Network = {
  ...server.network,
  // A test reaches no other machine, also by its number.
  connect: (to) =>
    server.network.connect({ ...to, host: to.host.replace(/^[\d.]+$|^\[.*/, 'pictures.example') }),
  connectPlainly(to) {
    plain.push(to)
    return internet.connectPlainly({ ...to, addresses: ['127.0.0.1'], port: server.port })
  },
}

beforeEach(() => {
  for (const log of [requests, connections, plain]) log.length = 0
  names.clear()
  names.set('pictures.example', [publicAddress])
  answers.clear()
  answers.set('/', (_, response) => response.end('public text'))
})

const context: CallContext = {
  call: 'a call',
  asker: { agentId: null, owner: null, wallet: 'wallet', tools: null, place: null, depth: 0 },
  ...{ written: [], cited: [], requestId: 'request', log: createLog('silent') },
}

function read(url: string, { through = network, ranges = [] as string[], times = {} } = {}) {
  const tool = webPageTool({
    ...{ network: through, ranges: new AddressRanges(ranges), ownHosts: ['bionic.example'], times },
    reader: { read: async ({ bytes }) => ({ title: '', text: `${bytes}`, hidden: 0 }) },
    takeFetch: async () => {},
  })
  return tool.run({ url }, context, new AbortController().signal)
}

const hosts = [...privateIpv4.flatMap(spellingsOf), ...privateIpv6.map((address) => `[${address}]`)]

const others = [
  // A zone is no part of an address on the web.
  'http://[fe80::1%eth0]/',
  'http://[fe80::1%25eth0]/',
  'http://[::1%251]/',
  // Who is asked stands behind the last @.
  'http://pictures.example@127.0.0.1/',
  'http://pictures.example:80@127.0.0.1/',
  'https://pictures.example%40127.0.0.1/',
  'https://127.0.0.1#@pictures.example/',
  'https://127.0.0.1?@pictures.example/',
  'https://127.0.0.1\\@pictures.example/',
  'https://127.0.0.1/@pictures.example',
  'https:127.0.0.1',
  'https:/127.0.0.1',
  'https:\\\\127.0.0.1\\',
  'https://1\t2\n7.0.0.1/',
  ' https://127.0.0.1/',
  'https://user:word@pictures.example/',
  'https://user@pictures.example/',
  'https://:word@pictures.example/',
  // Names for what is inside.
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://a.b.localhost/',
  'http://localhost.localdomain.local/',
  'http://router/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://host.docker.internal/',
  'http://nas.home.arpa/',
  'http://wiki.corp/',
  'http://fritz.lan/',
  'http://x.onion/',
  // Not where pages are.
  'https://pictures.example:8443/',
  'https://pictures.example:22/',
  'https://pictures.example:80/',
  'http://pictures.example:443/',
  'http://pictures.example:6379/',
  'file:///etc/passwd',
  'ftp://pictures.example/',
  'gopher://pictures.example/',
  'data:text/html,hello',
  'blob:https://pictures.example/1',
  'javascript:alert(1)',
  'view-source:https://pictures.example/',
  // This server.
  'https://bionic.example/api/me',
  'http://BIONIC.example./',
  // No address.
  '',
  'pictures.example',
  '//pictures.example/',
  'https://',
  'https:// /',
  'https://[::1',
]

const refused = [...hosts.flatMap((host) => [`http://${host}/`, `https://${host}/`]), ...others]

test('more than 250 spellings of hosts and addresses are refused without a connection', async () => {
  names.set('bionic.example', [publicAddress])
  expect(new Set([...hosts, ...others]).size).toBeGreaterThan(250)
  for (const url of refused) expect(await read(url), url).toMatchObject({ kind: 'failed' })
  // Who allows one network allows none of these.
  for (const url of refused)
    expect(await read(url, { ranges: ['203.0.113.0/24'] }), url).toMatchObject({ kind: 'failed' })
  expect([connections, plain, requests]).toEqual([[], [], []])
})

test('this server is read at none of its addresses, though the operator allows them, also behind a redirect', async () => {
  const through = withoutServer(network, 3000)
  const ranges = ['127.0.0.0/8']
  const why = { kind: 'failed', why: 'This address is not asked: it is this server.' }
  answers.set('/on', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:3000/' }).end())
  names.set('here.lan', ['127.0.0.1'])
  for (const url of [
    'http://127.1:3000/readyz',
    'http://here.lan:3000/metrics',
    'https://pictures.example/on',
  ])
    expect(await read(url, { through, ranges }), url).toEqual(why)
  expect(plain).toEqual([])
  await read('http://127.0.0.1:3001/', { through, ranges })
  expect(plain).toHaveLength(1)
})

test('a redirect to them is not followed, also not behind two others', async () => {
  const hop = (from: string, to: string) =>
    answers.set(from, (_, response) => response.writeHead(302, { location: to }).end())
  const locations = [...spellingsOf('127.0.0.1').map((host) => `http://${host}/`), ...others]
  // No header has other letters.
  for (const location of locations.filter((url) => /^[a-z-]+:\/\/[!-~]+$/.test(url))) {
    answers.clear()
    requests.length = 0
    hop('/', 'https://pictures.example/2')
    hop('/2', 'https://pictures.example/3')
    hop('/3', location)
    expect(await read('https://pictures.example/'), location).toMatchObject({ kind: 'failed' })
    expect(requests.map(({ url }) => url)).toEqual(['/', '/2', '/3'])
  }
})

test('a name that resolves to any private address gets no connection, also beside a public one', async () => {
  const literals = [
    ...privateIpv4.flatMap((address) => [address, `::ffff:${address}`, `64:ff9b::${address}`]),
    ...privateIpv6,
    'fe80::1%eth0',
    '0x7f.1',
    'localhost',
  ]
  for (const address of literals)
    for (const addresses of [[address], [publicAddress, address], [address, publicAddress]]) {
      names.set('pictures.example', addresses)
      for (const scheme of ['http', 'https'])
        expect(await read(`${scheme}://pictures.example/`), `${addresses}`).toEqual({
          kind: 'failed',
          why: 'This address is not asked: its host is not public.',
        })
    }
  names.set('pictures.example', [])
  expect(await read('https://pictures.example/')).toEqual({
    kind: 'failed',
    why: 'This page could not be read: its host has no address.',
  })
  expect([connections, plain, requests]).toEqual([[], [], []])
})

test('a name that is public at first and private afterwards leads nowhere', async () => {
  let asked = 0
  const through = { ...network, resolve: async () => (asked++ === 0 ? [publicAddress] : ['127.0.0.1']) }
  expect(await read('https://pictures.example/', { through })).toEqual({ kind: 'done', text: 'public text' })
  expect(connections).toMatchObject([{ host: 'pictures.example', addresses: [publicAddress] }])
  expect(await read('https://pictures.example/', { through })).toMatchObject({ kind: 'failed' })
  // A redirect is checked anew, to the same name as well.
  asked = 0
  answers.set('/', (_, response) => response.writeHead(302, { location: '/again' }).end())
  expect(await read('https://pictures.example/', { through })).toMatchObject({ kind: 'failed' })
  expect([connections.length, requests.length]).toEqual([2, 2])
})

test.each([
  ['https://pictures.example/', 443],
  ['https://PICTURES.example./?q#f', 443],
  ['https://pictures.example:443/', 443],
  ['https://93.184.215.14/', 443],
  ['https://1572395022/', 443],
  ['https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', 443],
  ['http://pictures.example/', 80],
  ['http://pictures.example:80/', 80],
])('%s is asked', async (url, port) => {
  answers.set('/?q', (_, response) => response.end('public text'))
  await read(url)
  expect([connections.length, plain.length]).toEqual(port === 443 ? [1, 0] : [0, 1])
})

test('an operator opens ranges, over http and on any port, and nothing beside them', async () => {
  const { createServer } = await import('node:http')
  const inside = createServer((_, response) => response.end('of the intranet')).listen(0, '127.0.0.1')
  await new Promise((resolve) => inside.once('listening', resolve))
  const { port } = inside.address() as { port: number }
  const through = { ...network, connectPlainly: internet.connectPlainly }
  names.set('wiki', ['127.0.0.1'])
  for (const host of ['127.0.0.1', 'wiki', '0x7f.1'])
    expect(await read(`http://${host}:${port}/`, { through, ranges: ['127.0.0.1/32'] })).toEqual({
      kind: 'done',
      text: 'of the intranet',
    })
  for (const host of ['127.0.0.2', '[::1]', '10.0.0.1'])
    expect(await read(`http://${host}:${port}/`, { through, ranges: ['127.0.0.1/32'] })).toMatchObject({
      kind: 'failed',
    })
  inside.close()
})

test('what is longer than 5 MB is given up, whether it says so or not', async () => {
  let sent = 0
  const piece = Buffer.alloc(65_536, 'x')
  answers.set('/', (_, response) => {
    const more = () => {
      while (!response.destroyed && sent < 100 * 1024 * 1024 && response.write(piece)) sent += piece.length
    }
    response.on('drain', more)
    more()
  })
  const tooLong = { kind: 'failed', why: 'This page could not be read: it is too long.' }
  expect(await read('https://pictures.example/')).toEqual(tooLong)
  expect(sent).toBeLessThan(20 * 1024 * 1024)
  answers.set('/', (_, response) =>
    response.writeHead(200, { 'content-length': 100 * 1024 * 1024 }).write('x'),
  )
  expect(await read('https://pictures.example/')).toEqual(tooLong)
})

test('what drips for ever, says nothing or is cut is given up', async () => {
  answers.set('/', (_, response) => {
    const timer = setInterval(() => response.write('x'), 10)
    response.on('close', () => clearInterval(timer))
  })
  expect(await read('https://pictures.example/', { times: { total: 200 } })).toMatchObject({
    why: 'This page could not be read: it takes too long.',
  })
  answers.set('/', () => {})
  expect(await read('https://pictures.example/', { times: { idle: 50 } })).toMatchObject({
    why: 'This page could not be read: it says nothing.',
  })
  answers.set('/', (_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('x')
    setTimeout(() => response.destroy(), 20)
  })
  expect(await read('https://pictures.example/')).toMatchObject({
    why: 'This page could not be read: the connection failed.',
  })
})

test('the site learns nothing of the person', async () => {
  await read('https://pictures.example/')
  expect(requests[0]?.method).toBe('GET')
  expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})
