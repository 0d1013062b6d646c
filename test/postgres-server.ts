import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.ts'
import { workingFolder } from './working-folder.ts'

/** Where distributions keep the programs of a PostgreSQL server, which are not always on the path. */
const versions = '/usr/lib/postgresql'

const installed = existsSync(versions)
  ? readdirSync(versions)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(versions, version, 'bin'))
  : []
const onPath = (process.env.PATH ?? '').split(delimiter)
const programs = folderWith([...onPath, ...installed], 'initdb', 'pg_ctl', 'postgres')
/** What Debian puts on the path in its place runs that of the newest server, not of this one. */
const copier = folderWith([...(programs ? [programs] : []), ...installed, ...onPath], 'pg_basebackup')
/** Under which servers run that refuse to run as root; undefined if there is none. */
export const unprivilegedUser = findUser()

/** Whether this machine has a PostgreSQL that a test can start and end as it likes. */
export const hasPostgresServer = programs !== undefined && unprivilegedUser !== undefined
/** Whether such a server can have replicas. */
export const hasReplicas = hasPostgresServer && copier !== undefined

export interface PostgresServer {
  url: string
  /** Ends it as a crash would, in the middle of whatever it does. */
  crash(): Promise<void>
  /** It answers nobody until it goes on, and keeps its connections. Only on Linux. */
  hang(): void
  goOn(): void
  /** Starts it again on what it had stored; resolves when it takes connections. */
  start(): Promise<void>
  /** Ends it for good and removes what it stored. */
  remove(): Promise<void>
}

/**
 * Starts a PostgreSQL server of the caller's own on a free loopback port. It is made for the loss of a process, not of
 * the machine: it does not wait for the disk.
 * @param place.parent where its folder is made
 * @param place.settings `name=value`, in place of those for small databases
 * @param place.follows the server that it is a streaming replica of
 */
export async function startPostgres({
  parent = workingFolder,
  settings = [],
  follows,
}: {
  parent?: string
  settings?: readonly string[]
  follows?: Pick<PostgresServer, 'url'>
} = {}): Promise<PostgresServer> {
  if (!programs || !unprivilegedUser) throw new Error('This machine has no PostgreSQL server.')
  const folder = mkdtempSync(join(parent, 'bionic-postgres-'))
  chownSync(folder, unprivilegedUser.uid, unprivilegedUser.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const run = async (program: string, ...args: string[]) => {
    // What it starts lives on and must not hold the end of a pipe.
    const child = spawn(program, args, { ...unprivilegedUser, cwd: folder, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}.`)
  }
  const options = [
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`,
    '-c fsync=off -c full_page_writes=off -c max_connections=60 -c shared_buffers=32MB',
    ...settings.map((setting) => `-c ${setting}`),
  ].join(' ')
  const start = () =>
    run(join(programs, 'pg_ctl'), 'start', '-D', data, '-l', join(folder, 'log'), '-w', '-o', options)
  if (follows)
    await run(
      join(copier ?? '', 'pg_basebackup'),
      '-D',
      data,
      '-d',
      follows.url,
      '-R',
      '--checkpoint=fast',
      '--no-sync',
    )
  else
    await run(join(programs, 'initdb'), data, '-U', 'bionic', '--auth=trust', '--locale=C.UTF-8', '--no-sync')
  await start()
  const crash = () => run(join(programs, 'pg_ctl'), 'stop', '-D', data, '-m', 'immediate', '-w')
  return {
    url: `postgres://bionic@127.0.0.1:${port}/postgres`,
    crash,
    start,
    hang: () => signalAll(data, 'SIGSTOP'),
    goOn: () => signalAll(data, 'SIGCONT'),
    async remove() {
      if (existsSync(join(data, 'postmaster.pid'))) await crash()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The server and the processes of its connections. */
function signalAll(data: string, signal: NodeJS.Signals): void {
  const main = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  process.kill(main, signal)
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8')
  for (const child of children.trim().split(' ')) process.kill(Number(child), signal)
}

function folderWith(folders: readonly string[], ...names: string[]): string | undefined {
  return folders.find((folder) => names.every((name) => existsSync(join(folder, name))))
}

/** PostgreSQL refuses to run as root; then it gets the user that distributions make for it. */
function findUser(): { uid: number; gid: number } | undefined {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  if (uid === undefined || gid === undefined) return
  if (uid !== 0) return { uid, gid }
  const [postgresUid, postgresGid] = ['-u', '-g'].map((option) => {
    const { status, stdout } = spawnSync('id', [option, 'postgres'], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  })
  return postgresUid === undefined || postgresGid === undefined
    ? undefined
    : { uid: postgresUid, gid: postgresGid }
}
