import { readdirSync, readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEnv } from '../../src/server/base/env.ts'
import { connectHeld } from './held-database.ts'
import type { FromServer, ToServer } from './protocol.ts'
import { createWebFromVite } from './web-from-vite.ts'

/**
 * One process of the server, for as long as its code stays the same. It takes in the packages at once and the server's own
 * code when it is told to: so the next one is nearly there when a file changes.
 */
const source = fileURLToPath(new URL('../../src/server', import.meta.url))

const say = (message: FromServer) => void process.send?.(message)

/** Resolves when the program says it. */
const told = <What extends ToServer['do']>(what: What) =>
  new Promise<Extract<ToServer, { do: What }>>((resolve) => {
    process.on('message', (message: ToServer) => {
      if (message.do === what) resolve(message as Extract<ToServer, { do: What }>)
    })
  })

/** What the server's code imports that is not its own. */
function packages(): Set<string> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  return new Set(
    files.flatMap((name) =>
      [
        ...readFileSync(join(source, name), 'utf8').matchAll(
          /^(?:import (?!type)|\} )[^'\n]*from '([^.'][^']*)'/gm,
        ),
      ]
        .map(([, from = '']) => from)
        // Another kind of import, and none that takes time.
        .filter((from) => from !== 'tlds'),
    ),
  )
}

// A terminal signals all of its processes; when this one ends is for the program to say.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(1))

const [load, start, end] = [told('load'), told('start'), told('end')]
await Promise.all([...packages()].map((name) => import(name)))
await load
const { startServer } = await import('../../src/server/start-server.ts')
say({ said: 'loaded' })
const { database } = await start

const web = createWebFromVite(say)
const nothing = { web: async () => {}, database: async () => {} }
const server = await startServer(readEnv(process.env), nothing, {
  loadWeb: web.load,
  ...(database && { connect: () => connectHeld(database) }),
})
say({ said: 'serving', address: server.address, engineNote: server.engineNote })
flushCompileCache()
// Nobody waits for it, and whoever opens the first page waits less.
web.warmUp()
await end
await server.close(AbortSignal.abort())
process.exit(0)
