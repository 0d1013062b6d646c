import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { publicAddress, startPictureServer } from '../../../../test/picture-server.ts'
import { limits } from '../../../shared/common/limits.ts'
import { connectTo, internet } from '../../base/network/network.ts'
import { fetchPicture, parsePictureUrl } from './fetch-picture.ts'

const server = await startPictureServer()
const { answers, requests, connections, names, lookups, network } = server
afterAll(server.close)

const bytes = Buffer.from('as good as a picture')
beforeEach(() => {
  for (const log of [requests, connections, lookups]) log.length = 0
  names.clear()
  names.set('pictures.example', [publicAddress])
  answers.clear()
  answers.set('/a.png', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes))
})

const ownHosts = ['bionic.example']
const get = (url = 'https://pictures.example/a.png', times = {}, through = network) =>
  fetchPicture(url, { network: through, ownHosts, signal: new AbortController().signal, times })
const unavailable = { name: 'Unavailable' }
const redirect = (location: string) =>
  answers.set('/to', (_, response) => response.writeHead(302, { location }).end())

test('a picture is fetched from the address that was checked, in the name of its host, once', async () => {
  names.set('pictures.example', [publicAddress, '2606:2800:21f::1'])
  expect(Buffer.from(await get())).toEqual(bytes)
  expect(lookups).toEqual(['pictures.example'])
  expect(connections).toEqual([{ host: 'pictures.example', addresses: [publicAddress, '2606:2800:21f::1'] }])
})

test('the other side learns nothing of who looks', async () => {
  await get()
  const { method, headers } = requests[0] ?? {}
  expect(method).toBe('GET')
  expect(headers).toEqual({
    accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
    'accept-encoding': 'identity',
    connection: 'close',
    host: 'pictures.example',
    'user-agent': 'Bionic',
  })
})

test.each([
  ['loopback', ['127.0.0.1']],
  ['one private address among public ones', [publicAddress, '10.0.0.1']],
  ['a private IPv6 address behind a public IPv4 one', [publicAddress, 'fd00::1']],
  ['the metadata of a cloud', ['169.254.169.254']],
  ['nothing', []],
])('a name that resolves to %s is not connected to', async (_, addresses) => {
  names.set('pictures.example', addresses)
  await expect(get()).rejects.toMatchObject(unavailable)
  expect(connections).toEqual([])
})

test('a name is resolved once, so that it can not lead elsewhere after it was checked', async () => {
  let asked = 0
  const through = { ...network, resolve: async () => (asked++ === 0 ? [publicAddress] : ['127.0.0.1']) }
  await get(undefined, {}, through)
  expect([asked, connections.length]).toEqual([1, 1])
})

test('a connection to a name ends where it was told to, whatever the name means', async () => {
  // No name server knows this name.
  const options = { port: server.port, ca: server.certificate }
  const socket = connectTo({ host: 'elsewhere.example', addresses: ['127.0.0.1'] }, options)
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
  expect([socket.remoteAddress, socket.authorized]).toEqual(['127.0.0.1', true])
  socket.destroy()
})

test('without the network of a test this machine is out of reach', async () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'localtest.example'])
    await expect(get(`https://${host}/a.png`, { total: 500 }, internet)).rejects.toMatchObject(unavailable)
  expect(requests).toEqual([])
})

test('a certificate of another host is refused', async () => {
  names.set('other.example', [publicAddress])
  await expect(get('https://other.example/a.png')).rejects.toMatchObject(unavailable)
  expect(requests).toEqual([])
})

test('redirects are followed with every check, three of them', async () => {
  names.set('elsewhere.example', ['1.1.1.1'])
  const hop = (from: string, to: string) =>
    answers.set(from, (_, response) => response.writeHead(307, { location: to }).end())
  hop('/4', '/3')
  hop('/3', 'https://elsewhere.example/2')
  hop('/2', 'https://pictures.example/1')
  hop('/1', 'a.png')
  expect(Buffer.from(await get('https://pictures.example/3'))).toEqual(bytes)
  expect(lookups).toEqual(['pictures.example', 'elsewhere.example', 'pictures.example', 'pictures.example'])
  await expect(get('https://pictures.example/4')).rejects.toMatchObject(unavailable)
})

test.each([
  'http://pictures.example/a.png',
  'https://pictures.example:8443/a.png',
  'https://127.0.0.1/a.png',
  'https://0x7f.1/a.png',
  'https://[::ffff:127.0.0.1]/a.png',
  'https://169.254.169.254/',
  'https://localhost/a.png',
  'https://inside.example/a.png',
  'https://bionic.example/a.png',
  'https://user:word@pictures.example/a.png',
  'file:///etc/passwd',
  'https://',
])('a redirect to %s is not followed', async (location) => {
  names.set('inside.example', ['10.0.0.1'])
  names.set('bionic.example', [publicAddress])
  redirect(location)
  await expect(get('https://pictures.example/to')).rejects.toMatchObject(unavailable)
  expect(requests).toHaveLength(1)
})

/** Fault -> response. */
test.each<[string, NonNullable<ReturnType<typeof answers.get>>]>([
  ['a redirect to nowhere', (_, response) => response.writeHead(302).end()],
  ['an error', (_, response) => response.writeHead(500).end(bytes)],
  ['part of a picture', (_, response) => response.writeHead(206).end(bytes)],
  ['a page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(bytes)],
  [
    'something packed',
    (_, response) =>
      response
        .writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' })
        .end(gzipSync(bytes)),
  ],
  [
    'something that says it is too long',
    (_, response) => response.writeHead(200, { 'content-length': limits.uploadBytes + 1 }).write('x'),
  ],
  [
    'something that is too long and does not say so',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    },
  ],
  [
    'a picture that is cut short',
    (_, response) => {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write(bytes)
      setTimeout(() => response.destroy(), 20)
    },
  ],
  [
    'headers without an end',
    (_, response) => response.socket?.write('HTTP/1.1 200 OK\r\n'.padEnd(70_000, 'x')),
  ],
  ['what is no HTTP', (_, response) => response.socket?.end('220 mail.example ESMTP\r\n')],
])('%s is no picture', async (_, answer) => {
  answers.set('/a.png', answer)
  await expect(get()).rejects.toMatchObject(unavailable)
})

test.each(['', 'application/octet-stream', 'binary/octet-stream', 'image/jpeg; charset=binary'])(
  'a picture may be called %j',
  async (type) => {
    answers.set('/a.png', (_, response) => {
      if (type) response.setHeader('content-type', type)
      response.end(bytes)
    })
    expect(Buffer.from(await get())).toEqual(bytes)
  },
)

test('a side that falls silent is given up, as is one that says a little for ever', async () => {
  answers.set('/a.png', () => {})
  await expect(get(undefined, { idle: 50 })).rejects.toThrow('it says nothing')
  answers.set('/a.png', (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const timer = setInterval(() => response.write('x'), 10)
    response.on('close', () => clearInterval(timer))
  })
  await expect(get(undefined, { total: 200 })).rejects.toThrow('it takes too long')
})

test('a name server that never answers is given up', async () => {
  const through = {
    ...network,
    resolve: (_host: string, signal: AbortSignal) =>
      new Promise<string[]>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  }
  await expect(get(undefined, { total: 50 }, through)).rejects.toThrow('it takes too long')
})

test('whoever ends the server ends what is being fetched', async () => {
  answers.set('/a.png', () => {})
  const ending = new AbortController()
  const fetching = fetchPicture('https://pictures.example/a.png', {
    network,
    ownHosts,
    signal: ending.signal,
  })
  await expect.poll(() => requests.length).toBe(1)
  ending.abort()
  await expect(fetching).rejects.toMatchObject(unavailable)
})

test.each([
  ['https://pictures.example/a.png', 'pictures.example'],
  ['HTTPS://Pictures.Example./a.png?b#c', 'pictures.example.'],
  ['https://pictures.example:443/a.png', 'pictures.example'],
  ['https://bücher.example/ä.png', 'xn--bcher-kva.example'],
  ['https://93.184.215.14/a.png', '93.184.215.14'],
  ['https://[2606:2800:21f::1]/a.png', '[2606:2800:21f::1]'],
])('%s may be asked for', (text, host) => {
  expect(parsePictureUrl(text, ownHosts)?.hostname).toBe(host)
})

test.each([
  'http://pictures.example/a.png',
  'ftp://pictures.example/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'https://pictures.example:8443/a.png',
  'https://pictures.example:22/a.png',
  'https://user@pictures.example/a.png',
  'https://user:word@pictures.example/a.png',
  // This machine in every notation.
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://127。0。0。1/',
  'https://１２７.０.０.１/',
  'https://①②⑦.⓪.⓪.①/',
  'https://%31%32%37.0.0.1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[0:0:0:0:0:ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[fe80::1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://192.168.0.1/',
  // Internal names.
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST/',
  'https://a.localhost/',
  'https://router/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://host.docker.internal/',
  'https://nas.home.arpa/',
  'https://wiki.corp/',
  // This server.
  'https://bionic.example/images/default.webp',
  'https://BIONIC.example./a.png',
  // Not an address.
  '',
  '//pictures.example/a.png',
  'https://',
  'https:// /',
])('%j may not', (text) => {
  expect(parsePictureUrl(text, ownHosts)).toBeNull()
})
