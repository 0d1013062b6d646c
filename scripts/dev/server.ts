import { readdirSync, readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEnv } from '../../src/server/base/env.ts'
import { connectHeld } from './held-database.ts'
import type { FromServer, ToServer } from './protocol.ts'
import { createWebFromVite } from './web-from-vite.ts'

/**
 * One server process, which runs one version of the code. It loads the packages at once and the server's own code on
 * request, so that the next one is nearly ready when a file changes.
 */
const source = fileURLToPath(new URL('../../src/server', import.meta.url))

const say = (message: FromServer) => void process.send?.(message)

/** Resolves when the program sends the message. */
const told = <What extends ToServer['do']>(what: What) =>
  new Promise<Extract<ToServer, { do: What }>>((resolve) => {
    process.on('message', (message: ToServer) => {
      if (message.do === what) resolve(message as Extract<ToServer, { do: What }>)
    })
  })

/** The packages that the server's code imports. */
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
        // A JSON module, which a plain import would refuse, and which loads quickly.
        .filter((from) => from !== 'tlds'),
    ),
  )
}

// A terminal signals all of its processes; the program decides when this one ends.
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
// Not awaited: it only makes the first page load faster.
web.warmUp()
await end
await server.close(AbortSignal.abort())
process.exit(0)
