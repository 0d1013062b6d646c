import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first program of these names on the PATH. */
export function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** Nothing that is installed makes way, and a network that leads nowhere is given up soon: this can be optional. */
const CAREFULLY = ['--no-remove', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15']

/**
 * Installs a Debian package, as root or with sudo.
 * @param packages alternatives: the first one that can be installed is used
 * @returns whether one was installed
 */
export function installFromDebian(packages: readonly string[]): boolean {
  if (!isProgram('/usr/bin/apt-get')) return false
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args: string[]) => {
    const [program = '', ...rest] = [...asRoot, '/usr/bin/apt-get', ...args]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return spawnSync(program, rest, { stdio: 'ignore', env, timeout: 300_000 }).status === 0
  }
  const install = () => packages.some((name) => apt('install', '-y', ...CAREFULLY, name))
  return install() || (apt('update', ...CAREFULLY) && install())
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
