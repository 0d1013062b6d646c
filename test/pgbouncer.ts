import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { unprivilegedUser } from './postgres-server.ts'
import { workingFolder } from './working-folder.ts'

/** Whether this machine has a PgBouncer that a test can start; distributions keep it outside the path of users. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)
export const hasPgbouncer = program !== undefined && unprivilegedUser !== undefined

/**
 * Starts a PgBouncer in transaction mode before a database, on a free loopback port.
 * @param settings further lines of its section `pgbouncer`
 */
export async function startPgbouncer(
  databaseUrl: string,
  settings: readonly string[] = [],
): Promise<{ url: string; stop(): Promise<void> }> {
  if (!program || !unprivilegedUser) throw new Error('This machine has no PgBouncer.')
  const url = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(workingFolder, 'bionic-pgbouncer-'))
  const user = decodeURIComponent(url.username)
  writeFileSync(join(folder, 'users'), `"${user}" "${decodeURIComponent(url.password)}"\n`)
  const lines = [
    '[databases]',
    `* = host=${url.hostname} port=${url.port || 5432}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = trust\nauth_file = ${join(folder, 'users')}`,
    'pool_mode = transaction\ndefault_pool_size = 8\nmax_client_conn = 500',
    ...settings,
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`)
  chownSync(folder, unprivilegedUser.uid, unprivilegedUser.gid)
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    ...unprivilegedUser,
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  while (child.exitCode === null && !(await answers(port))) await wait(20)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    async stop() {
      child.kill('SIGINT')
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const reached = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  return reached
}
