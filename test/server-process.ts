import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)

const script: string = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).scripts.start

/** What `npm start` runs once everything is built: the bundle, with the same flags for Node. */
export const serverArguments = [
  ...(script.match(/--\S+/g) ?? []),
  fileURLToPath(new URL('dist/server/main.js', root)),
]

/** What `npm start` sets for it. */
const settings = Object.fromEntries(
  [...script.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
)

/** Where processes that tests start keep what Node has compiled: a fourth of what a start costs. */
export const compileCache = fileURLToPath(new URL('.cache/compiled', root))

export interface ServerProcess {
  address: string
  pid: number
  /** What it has logged so far, a line each; it grows. */
  log: readonly Record<string, unknown>[]
  /** What it has printed for people so far, a line each; it grows. */
  printed: readonly string[]
  /** Resolves with its exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>
  /** Signals all processes of its group, as a terminal does, if any are left. Only with a group of its own. */
  signalGroup(signal: NodeJS.Signals): void
  /** Ends it as an operator would, and resolves with its exit code. */
  stop(): Promise<number | null>
  /** Ends it as a power cut would: it gets no word in. */
  kill(): Promise<void>
}

/**
 * Starts the production server, which has to be built (`scripts/build.ts`), in a process of its own on a free port.
 * @param environment where its data is, and what is set besides, such as OPENAI_BASE_URL
 * @param options.ownGroup gives it a process group of its own
 * @param options.program runs this with Node instead, with its arguments, such as a server with a fault planted in it
 */
export async function startServerProcess(
  environment: Record<string, string>,
  { ownGroup = false, program = serverArguments }: { ownGroup?: boolean; program?: readonly string[] } = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, program, {
    env: {
      ...settings,
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_CHAT: '10000',
      RATE_LIMIT_WRITE: '10000',
      RATE_LIMIT_READ: '100000',
      RATE_LIMIT_REALM: '10000',
      RATE_LIMIT_SOCKET: '100000',
      // What is made by hundreds of wallets here is made by wallets of this minute.
      NEW_WALLET_HOURS: '0',
      // All that a test or a measurement does comes from one address.
      REQUESTS_AT_ONCE: '1000',
      REQUESTS_WAITING: '10000',
      SOCKETS_PER_ADDRESS: '10000',
      SOCKETS_PER_WALLET: '10000',
      REALMS_PER_ADDRESS: '100000',
      REALMS_PER_WALLET: '100000',
      // What a test or a measurement ends, it ends at once.
      DRAIN_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const [code] = await exited
    return code
  }
  const said: string[] = []
  const printed: string[] = []
  const log = logOf(child, said)
  return {
    address: await announcedAddress(child, said, printed),
    pid: child.pid ?? 0,
    log,
    printed,
    exited: exited.then(([code, signal]) => code ?? signal),
    signalGroup(signal) {
      if (!ownGroup || child.pid === undefined) throw new Error('The server has no process group of its own.')
      try {
        process.kill(-child.pid, signal)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  }
}

/** @param printed gets every line that it prints */
function announcedAddress(child: ChildProcess, said: readonly string[], printed: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) =>
      reject(new Error(`The server ended with ${code ?? signal} before it answered.\n${said.join('\n')}`)),
    )
    if (!child.stdout) return reject(new Error('The server has no standard output.'))
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed.push(line)
      const address = /^Bionic is at (\S+)/.exec(line)?.[1]
      if (address) resolve(address)
    })
  })
}

/**
 * Shows what it says on standard error, as if it had its own, and keeps the lines of its log.
 * @param said gets every line of it
 */
function logOf(child: ChildProcess, said: string[]): Record<string, unknown>[] {
  const log: Record<string, unknown>[] = []
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      process.stderr.write(`${line}\n`)
      said.push(line)
      if (line.startsWith('{')) log.push(JSON.parse(line))
    })
  return log
}
