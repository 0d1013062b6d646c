import { spawnSync } from 'node:child_process'
import { accessSync, constants, globSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Programs that were unpacked from Debian's packages without being installed. */
const unpacked = fileURLToPath(new URL('../../.cache/debian', import.meta.url))

const isRoot = process.getuid?.() === 0

/**
 * `apt-get` with these words, as root or with sudo where that asks for no password; downloads need neither.
 * @returns whether it succeeded
 */
export function aptGet(words: readonly string[], cwd = '/'): boolean {
  if (!isProgram('/usr/bin/apt-get')) return false
  const asRoot = isRoot || words[0] === 'download' ? [] : ['sudo', '-n']
  // Packages are fetched by a user of apt's own, who could not write into a folder of root's.
  const fetching = isRoot ? ['-o', 'APT::Sandbox::User=root'] : []
  const [program = '', ...rest] = [...asRoot, '/usr/bin/apt-get', ...fetching, ...words]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, rest, { cwd, stdio: 'ignore', env, timeout: 300_000 }).status === 0
}

/** @returns the path of the program, which is installed with its package if that can be done; undefined if not */
export function installedProgram(name: string): string | undefined {
  const install = () => aptGet(['install', '-y', '--no-install-recommends', name])
  return onPath(name) ?? (install() || (aptGet(['update']) && install()) ? onPath(name) : undefined)
}

/**
 * A program of a package that is only unpacked: it needs no privileges, and no daemon of it is started.
 * @returns its path; undefined if it can't be had
 */
export function unpackedProgram(name: string, packageName = name): string | undefined {
  const found = programHere(name, packageName)
  if (found !== undefined) return found
  const own = join(unpacked, packageName)
  mkdirSync(own, { recursive: true })
  const download = () => aptGet(['download', packageName], own)
  if (!download() && !(aptGet(['update']) && download())) return undefined
  for (const file of globSync(`${packageName}_*.deb`, { cwd: own }))
    spawnSync('dpkg-deb', ['--extract', join(own, file), own], { stdio: 'ignore' })
  return programHere(name, packageName)
}

/** @returns the path of a program that is installed, or was unpacked before; undefined if there is none */
export function programHere(name: string, packageName = name): string | undefined {
  const own = join(unpacked, packageName)
  return onPath(name) ?? ['usr/bin', 'usr/sbin', 'bin'].map((part) => join(own, part, name)).find(isProgram)
}

export function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** `node scripts/image/debian.ts nginx caddy`: has programs there for the tests, which fetch nothing themselves. */
if (import.meta.main)
  for (const name of process.argv.slice(2)) {
    const path = unpackedProgram(name)
    console.log(
      path === undefined
        ? `${name} is not here and can't be fetched: its tests are skipped.`
        : `${name}: ${path}`,
    )
  }
