import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/free-port.ts'

/** The version that cards and lorebooks are compared with. */
export const VERSION = '1.19.0'

/** A running SillyTavern with an empty profile. */
export interface SillyTavern {
  address: string
  /** Sends a request to its API, as its own page does. */
  post(path: string, body: FormData | object): Promise<Response>
  stop(): void
}

/**
 * Installs SillyTavern outside the repository, unless it is there already, and starts it. It is no dependency, and no
 * test needs it: what tests compare with is measured by the programs in this folder.
 * @param place the folder that it is installed in
 */
export async function startSillyTavern(
  place = join(tmpdir(), `sillytavern-${VERSION}`),
): Promise<SillyTavern> {
  const home = join(place, 'package')
  if (!existsSync(join(home, 'node_modules'))) {
    mkdirSync(place, { recursive: true })
    run('npm', ['pack', `sillytavern@${VERSION}`], place)
    run('tar', ['xzf', `sillytavern-${VERSION}.tgz`], place)
    run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts'], home)
  }
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const data = join(place, `data-${port}`)
  const server = spawn(
    process.execPath,
    ['server.js', '--port', String(port), '--dataRoot', data, '--browserLaunchEnabled', 'false'],
    { cwd: home, stdio: 'ignore' },
  )
  try {
    await answers(address)
  } catch (error) {
    server.kill()
    throw error
  }
  const session = await fetch(`${address}/csrf-token`)
  const { token } = (await session.json()) as { token: string }
  const cookie = session.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  return {
    address,
    post: (path, body) =>
      fetch(address + path, {
        method: 'POST',
        headers: {
          'x-csrf-token': token,
          cookie,
          ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
        },
        body: body instanceof FormData ? body : JSON.stringify(body),
      }),
    stop: () => void server.kill(),
  }
}

function run(command: string, args: readonly string[], cwd: string) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

async function answers(url: string) {
  for (let tries = 0; tries < 240; tries++) {
    const there = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (there) return
    await wait(500)
  }
  throw new Error('SillyTavern did not start')
}
