import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

/** Whether this machine has a Redis that a test can start and end as it likes. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0

export interface RedisServer {
  url: string
  port: number
  pid: number
  /** It answers nobody until it goes on. */
  hang(): void
  goOn(): void
  stop(): Promise<void>
}

/**
 * Starts a Redis of the test's own that keeps nothing, on a free loopback port or on the one that it had before.
 * @param settings further ones, as on the command line
 */
export async function startRedis(port?: number, settings: readonly string[] = []): Promise<RedisServer> {
  const at = port ?? (await freePort())
  const options = ['--port', `${at}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings]
  const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout }))
    if (line.includes('Ready to accept connections')) break
  return {
    url: `redis://127.0.0.1:${at}`,
    port: at,
    pid: child.pid ?? 0,
    hang: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
