import { existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startModelServer } from '../../e2e/fakes/model-server.ts'
import { type Env, readEnv } from '../../src/server/base/env.ts'
import { listenForEnd } from '../../src/server/end-signals.ts'
import { forwardRequest, forwardUpgrade } from './forward.ts'
import { holdDatabase } from './held-database.ts'
import { keepServer } from './keep-server.ts'
import { createVite } from './vite.ts'

/**
 * `npm run dev`: everything on one port, from its sources. This program has the port, Vite and the embedded database,
 * which stay; the server is a separate process (`server.ts`), restarted when its code changes. Requests that Vite does
 * not answer are forwarded to it.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const serverCode = ['src/server', 'src/shared', 'drizzle'].map((folder) => join(root, folder))

/**
 * Milliseconds after a change at which the file is checked once more: the watcher drops what is written within 50 ms of
 * a change, as by a formatter right after an editor.
 */
const CHECK_AGAIN_MS = 100

const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The cleanup functions for the end of the program, called in reverse order. */
const ends: (() => Promise<unknown>)[] = []

async function main(): Promise<void> {
  const settings = join(root, '.env')
  if (existsSync(settings)) process.loadEnvFile(settings)
  const { values } = parseArgs({ options: { model: { type: 'boolean', default: false } } })
  const env = readEnv(process.env)
  const front = createServer()
  // Early requests wait.
  const ready = Promise.withResolvers<void>()
  front.on('request', (incoming, outgoing) => ready.promise.then(() => answer(incoming, outgoing)))
  front.on('upgrade', (incoming, socket, head) => ready.promise.then(() => upgrade(incoming, socket, head)))
  const port = await listen(front, env)
  ends.push(async () => front.closeAllConnections())

  // A separate folder, so that experiments do not affect data that somebody wants to keep.
  const folder = process.env.DATA_DIR?.trim() || join(root, '.cache', 'dev-data')
  const [vite, database, model] = await Promise.all([
    createVite({
      server: front,
      allowedHosts: env.PUBLIC_URL ? [new URL(env.PUBLIC_URL).hostname] : [],
      onChange: (change) => server.say({ do: 'forget', ...change }),
    }),
    env.DATABASE_URL ? undefined : holdDatabase(folder),
    values.model ? startModelServer() : undefined,
  ])
  ends.push(
    vite.close,
    async () => database?.close(),
    async () => model?.close(),
  )
  void database?.ended.then((error) => end(error ?? 'the embedded database has gone'))

  let isFirst = true
  const server = keepServer({
    env: {
      NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      ...(model && { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'scripted' }),
    },
    database: database?.socketPath,
    modules: vite.environments.ssr,
    onUp(engineNote, ms) {
      if (isFirst)
        say(`Bionic is at http://${env.HOST}:${port}, and follows the changes of its files.\n${engineNote}`)
      else say(`The server has started again (${Math.round(ms)} ms).`)
      isFirst = false
      // Removes the error overlay from the pages.
      vite.ws.send({ type: 'update', updates: [] })
    },
    onDown(why) {
      say('There is no server until its code changes: the lines above say why.')
      vite.ws.send({ type: 'error', err: { message: why.trim(), stack: '' } })
    },
  })
  ends.push(server.close)

  vite.watcher.add(serverCode).on('all', (event, path) => {
    if (event === 'addDir' || /\.test\.tsx?$/.test(path)) return
    if (serverCode.some((folder) => path.startsWith(folder))) restartFor(path)
  })

  function restartFor(path: string): void {
    say(`${relative(root, path)} has changed.`)
    const seen = changedAt(path)
    server.restart()
    setTimeout(() => {
      if (changedAt(path) !== seen) restartFor(path)
    }, CHECK_AGAIN_MS).unref()
  }

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    vite.middlewares(incoming, outgoing, async () => {
      const serving = await server.current()
      const onFailed = () => refuse(outgoing, 'It went away.')
      if (serving.kind === 'up') forwardRequest(incoming, outgoing, serving.address, onFailed)
      else refuse(outgoing, serving.why)
    })
  }

  async function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Vite handles its own sockets.
    if (incoming.headers['sec-websocket-protocol']?.startsWith('vite-')) return
    socket.on('error', () => {})
    const serving = await server.current()
    if (serving.kind === 'up') forwardUpgrade(incoming, socket, head, serving.address)
    else socket.destroy()
  }

  ready.resolve()
}

/** @returns the port */
async function listen(front: Server, { PORT, HOST }: Env): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject)
    front.listen({ port: PORT, host: HOST }, resolve)
  })
  return (front.address() as AddressInfo).port
}

function refuse(outgoing: ServerResponse, why: string): void {
  outgoing.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' })
  outgoing.end(`There is no server until its code changes.\n\n${why}`)
}

let isEnding = false

/** @param error the cause, unless a person ended the program */
async function end(error?: unknown): Promise<void> {
  if (isEnding) return
  isEnding = true
  if (error !== undefined)
    process.stderr.write(`Bionic can't be developed: ${error instanceof Error ? error.message : error}\n`)
  for (const letGo of ends.splice(0).reverse()) await letGo().catch(() => {})
  process.exit(error === undefined ? 0 : 1)
}

listenForEnd(process, { begin: () => void end(), hurry: () => process.exit(1) })
main().catch(end)
