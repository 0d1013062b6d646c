import { describeError } from './base/describe-error.ts'
import { EnvError, readEnv } from './base/env.ts'
import { DatabaseError } from './db/connect/database-error.ts'
import { listenForEnd } from './end-signals.ts'
import { StartError } from './listen.ts'
import type { Preparations } from './open-database.ts'
import type { RunningServer } from './start-server.ts'

/** After a request to hurry, in milliseconds. */
const HURRY_MS = 3_000
/** How long closing may take, in milliseconds: requests have 5 seconds, then statements 5, then the embedded database 10. */
const CLOSING_MS = 30_000

/** Reports an error that the user can fix as one plain sentence on standard error. */
export async function main(
  prepare: Preparations = { web: async () => {}, database: async () => {} },
): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  // A closed terminal accepts no more output; that must not keep the rest from being stored.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  // Node would print everything attached to the error, including statements with user data.
  process.on('uncaughtException', endWith)
  try {
    const env = readEnv(process.env)
    // Imported late, so that an invalid variable is reported before the server's code is loaded.
    const { startServer } = await import('./start-server.ts')
    const server = await startServer(env, prepare)
    say(`Bionic is at ${server.address}`)
    const byName = passkeyAddress(server.address, env.PUBLIC_URL)
    if (byName) say(`For a wallet made of a passkey open ${byName}, because passkeys belong to a host name.`)
    say(server.engineNote)
    endOn(server, env.DRAIN_SECONDS, say)
    await server.failed
  } catch (error) {
    endWith(error)
  }
}

/**
 * A service manager's `SIGTERM` lets what runs come to its end; a person at a terminal is not kept waiting, and whoever
 * sends a second signal waits only until what was said is stored.
 */
function endOn(server: RunningServer, drainSeconds: number, say: (line: string) => void): void {
  const enough = new AbortController()
  const hurry = new AbortController()
  const letGo = (signal: string) => {
    say(`${signal}: letting go of running replies and closing the database.`)
    enough.abort()
  }
  listenForEnd(process, {
    begin(signal) {
      if (signal === 'SIGTERM' && drainSeconds > 0)
        say(`${signal}: no new replies; those that run get ${drainSeconds} seconds.`)
      else letGo(signal)
      const left = enough.signal.aborted ? Promise.resolve() : server.leave(enough.signal)
      left
        .then(() => {
          enough.abort()
          setTimeout(() => endAtOnce(`Closing took longer than ${CLOSING_MS / 1_000} seconds`), CLOSING_MS)
          return server.close(hurry.signal)
        })
        .then(() => process.exit(0), endWith)
    },
    atOnce: letGo,
    hurry(signal) {
      if (!enough.signal.aborted) return letGo(signal)
      if (hurry.signal.aborted) return
      say(`${signal}: waiting only until what was said is stored.`)
      hurry.abort()
      setTimeout(() => endAtOnce(`Storing took longer than ${HURRY_MS / 1_000} seconds`), HURRY_MS)
    },
  })
}

/**
 * The way out when a thread never ends: `process.exit` waits for each of them, and Node's own garbage collector can keep
 * one for ever. What was acknowledged is on the disk.
 */
function endAtOnce(reason: string): void {
  process.stderr.write(`${reason}: the process is killed. Everything that was stored stays.\n`)
  process.kill(process.pid, 'SIGKILL')
}

/** Passkeys need a host name: `localhost`, unless it is not reachable or PUBLIC_URL is set. */
function passkeyAddress(address: string, publicUrl: string | undefined): string | null {
  const { hostname, port } = new URL(address)
  const isLocal = /^(127\.|0\.0\.0\.0$|\[::1?\]$)/.test(hostname)
  return isLocal && publicUrl === undefined ? `http://localhost:${port}` : null
}

function endWith(error: unknown): never {
  const expected = [StartError, EnvError, DatabaseError].some((kind) => error instanceof kind)
  process.stderr.write(`Bionic can't run: ${expected ? (error as Error).message : described(error)}\n`)
  process.exit(1)
}

function described(error: unknown): string {
  const { type, message, stack = '' } = describeError(error)
  return `${type}: ${message}\n${stack}`
}

if (import.meta.main) await main()
