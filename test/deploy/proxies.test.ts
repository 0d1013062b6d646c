import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { programHere } from '../../scripts/image/debian.ts'
import { limits } from '../../src/shared/common/limits.ts'
import { freePort } from '../free-port.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type Seen, ServerBehind } from './two-servers.ts'

const HOST = 'bionic.example'
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

interface Proxy {
  name: 'nginx' | 'caddy'
  /** The file that operators start from, with the names, ports and certificates of a test in place of theirs. */
  configure(folder: string, port: number, servers: readonly number[]): Promise<string[]>
}

const deployed = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8')

const withServers = (text: string, servers: readonly number[]) =>
  servers.reduce(
    (done, port, index) => done.replaceAll(`bionic-${index + 1}:3000`, `127.0.0.1:${port}`),
    text,
  )

const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    async configure(folder, port, servers) {
      const config = withServers(deployed('nginx.conf'), servers)
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
        .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
        .replaceAll(/^.*ssl_certificate.*$/gm, '')
        .replace('http {', `http {\n${temporaryPaths(folder)}`)
      const path = join(folder, 'nginx.conf')
      writeFileSync(path, config)
      mkdirSync(join(folder, 'logs'))
      const user = process.getuid?.() === 0 ? 'user root; ' : ''
      return ['-p', folder, '-c', path, '-g', `${user}daemon off; pid ${folder}/pid; error_log stderr;`]
    },
  },
  {
    name: 'caddy',
    async configure(folder, port, servers) {
      const config = withServers(deployed('Caddyfile'), servers).replace(
        `${HOST} {`,
        `http://${HOST}:${port} {`,
      )
      const path = join(folder, 'Caddyfile')
      writeFileSync(path, `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${config}`)
      return ['run', '--adapter', 'caddyfile', '--config', path]
    },
  },
]

function temporaryPaths(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(folder, name)};`)
    .join('\n')
}

/** The proxy before two servers; it ends with the test. */
async function start(proxy: Proxy, change: (config: string) => string = (config) => config) {
  const program = programHere(proxy.name) ?? ''
  const servers = [new ServerBehind(1), new ServerBehind(2)] as const
  const ports = await Promise.all(servers.map((server) => server.listen()))
  const port = await freePort()
  const folder = temporaryFolder()
  const words = await proxy.configure(folder, port, ports)
  const path = join(folder, proxy.name === 'nginx' ? 'nginx.conf' : 'Caddyfile')
  writeFileSync(path, change(readFileSync(path, 'utf8')))
  const child = spawn(program, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { HOME: folder, PATH: '' },
  })
  let said = ''
  child.stderr?.on('data', (text) => (said += text))
  onTestFinished(() => end(child, servers))
  const ask = (path: string, sent: Sent = {}) => answerOf(port, path, sent)
  await expect
    .poll(async () => (child.exitCode === null ? (await ask('/').catch(() => null))?.status : said))
    .toBe(200)
  return { port, servers, ask }
}

async function end(child: ChildProcess, servers: readonly ServerBehind[]): Promise<void> {
  for (const server of servers) server.close()
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

function open(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Sent,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = {
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host: HOST, ...headers },
    agent: false as const,
  }
  request(sent, resolve).on('error', reject).end(body)
  return promise
}

async function answerOf(port: number, path: string, sent: Sent) {
  const answer = await open(port, path, sent)
  let text = ''
  for await (const piece of answer.setEncoding('utf8')) text += piece
  return { status: answer.statusCode, text, seen: () => JSON.parse(text) as Seen }
}

for (const proxy of proxies)
  test.skipIf(programHere(proxy.name) === undefined)(
    `${proxy.name} streams word by word, keeps the host, tells the visitor's address, passes sockets and large uploads, and leaves out a server that leaves`,
    async () => {
      const { port, servers, ask } = await start(proxy)

      // The next word is written once the one before has been read: a proxy that holds words back gets no second one.
      const stream = open(port, '/words', {})
      const writer = await Promise.race(servers.map(({ words }) => words.promise))
      writer.write('one ')
      const words = (await stream).setEncoding('utf8')[Symbol.asyncIterator]()
      expect((await words.next()).value).toBe('one ')
      writer.write('two ')
      expect((await words.next()).value).toBe('two ')
      writer.end()
      expect(await words.next()).toMatchObject({ done: true })

      // What the visitor says of its own address does not count.
      const forged = await ask('/', { headers: { 'x-forwarded-for': '203.0.113.7' } })
      expect(forged.seen()).toMatchObject({ host: HOST, address: '127.0.0.1' })
      const large = await ask('/', { method: 'POST', body: Buffer.alloc(limits.sourceBytes) })
      expect(large.seen()).toMatchObject({ bytes: limits.sourceBytes })
      const longer = 2 * limits.sourceBytes
      const traced = await ask('/', { headers: { traceparent, tracestate: 'other=1' } })
      expect(traced.seen().trace).toEqual([])
      const withPort = await ask('/', { headers: { host: `${HOST}:8443` } })
      expect(withPort.seen().host).toBe(`${HOST}:8443`)
      const imported = await ask('/api/me/imports/preview', { method: 'POST', body: Buffer.alloc(longer) })
      expect(imported.seen()).toMatchObject({ bytes: longer })

      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/realtime`, { headers: { host: HOST } })
      const [first] = await once(socket, 'message')
      expect(String(first)).toBe(HOST)
      socket.send('hello')
      expect(String((await once(socket, 'message'))[0])).toBe('echo hello')
      socket.close()

      servers[0].leaving = true
      await expect
        .poll(async () => {
          const answers = []
          for (let i = 0; i < 6; i++)
            answers.push(await ask('/', { method: 'POST', body: Buffer.from('{}') }))
          return answers.map(({ status, text }) => (status === 200 ? JSON.parse(text).server : status))
        })
        .toEqual([2, 2, 2, 2, 2, 2])
      servers[0].leaving = false
      await expect.poll(async () => (await ask('/')).seen().server).toBe(1)
    },
  )

for (const proxy of proxies)
  test.skipIf(programHere(proxy.name) === undefined)(
    `${proxy.name} goes on with everything else while both servers refuse one thing with 503, and without one of them`,
    async () => {
      const { servers, ask } = await start(proxy)
      for (const server of servers) server.busy = true
      const statuses = []
      for (let round = 0; round < 4; round++) {
        statuses.push((await ask('/v1/chat/completions', { method: 'POST' })).status)
        statuses.push((await ask('/healthz')).status)
      }
      expect(statuses).toEqual([503, 200, 503, 200, 503, 200, 503, 200])
      servers[0].close()
      const probed = []
      for (let round = 0; round < 4; round++) probed.push((await ask('/healthz')).status)
      expect(probed).toEqual([200, 200, 200, 200])
    },
  )

test.skipIf(programHere('nginx') === undefined)(
  'nginx waits for an answer that comes in one piece for as long as a server does, and not so long for others',
  async () => {
    const [nginx] = proxies
    if (!nginx) throw new Error('There is no nginx.')
    const { ask } = await start(nginx, (config) =>
      config.replace('proxy_read_timeout 75s;', 'proxy_read_timeout 1s;'),
    )
    const post = { method: 'POST', body: Buffer.from('{}') }
    const answers = await Promise.all([ask('/v1/chat/completions', post), ask('/slow', post)])
    expect(answers.map(({ status }) => status)).toEqual([200, 504])
    expect(deployed('nginx.conf')).toContain('proxy_read_timeout 900s;')
  },
)
