import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, globSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { aptGet } from './debian.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The user of the image, as other images without a shell number theirs. */
export const IMAGE_USER = 65_532

/** What the program of Node is linked to; npm's packages bring the rest of their libraries themselves. */
const libraries = ['libc6', 'libstdc++6', 'libgcc-s1']

/** Folders of the packages that a program without a shell and without locales never reads. */
const unused = [
  'sbin',
  ...['usr/bin', 'usr/sbin', 'usr/lib/*/gconv', 'usr/lib/*/audit', 'usr/share/lintian', 'usr/share/locale'],
  ...['usr/share/man', 'usr/share/gdb', 'usr/share/gcc', 'usr/share/doc/*/!(copyright)', 'etc/ld.so.conf.d'],
]

export interface DebianPackage {
  name: string
  version: string
  architecture: string
}

/**
 * Makes the part of the image that is not Bionic: the Node of the install, Debian's libraries under it with their
 * licences, and the names of users and of hosts.
 * @param downloads where packages that were fetched before are looked for and kept
 * @returns what came from Debian
 * @throws {Error} with one sentence if Debian's packages can't be had
 */
export function makeSystemRoot(folder: string, downloads: string): DebianPackage[] {
  for (const path of ['usr/lib', 'usr/lib64', 'usr/bin', 'usr/local/bin', 'etc', 'tmp', 'proc', 'dev', 'sys'])
    mkdirSync(join(folder, path), { recursive: true })
  // Packages of older Debians have /lib, those of newer ones /usr/lib.
  for (const name of ['lib', 'lib64']) symlinkSync(`usr/${name}`, join(folder, name))
  chmodSync(join(folder, 'tmp'), 0o1777)
  const files = download([...libraries, 'base-files', baseOf('libstdc++6')], downloads)
  const packages = files.map((file) => unpack(file, folder))
  for (const path of globSync(unused, { cwd: folder }))
    rmSync(join(folder, path), { recursive: true, force: true })
  const node = join(folder, 'usr/local/bin/node')
  copyFileSync(join(root, 'node_modules/node/bin/node'), node)
  chmodSync(node, 0o755)
  writeNames(join(folder, 'etc'))
  return packages
}

/** The package that has the licence of a library of the compiler, whose own folder is a link to that one's. */
function baseOf(library: string): string {
  const depends = execFileSync('apt-cache', ['depends', library], { encoding: 'utf8' })
  const [base] = /gcc-\d+-base/.exec(depends) ?? []
  if (base === undefined)
    throw new Error(`apt-cache knows no package of the compiler that ${library} depends on.`)
  return base
}

function download(names: readonly string[], folder: string): string[] {
  mkdirSync(folder, { recursive: true })
  const find = (name: string) => globSync(`${name}_*.deb`, { cwd: folder }).map((file) => join(folder, file))
  const missing = names.filter((name) => find(name).length === 0)
  const get = () => missing.length === 0 || aptGet(['download', ...missing], folder)
  if (!get() && !(aptGet(['update']) && get()))
    throw new Error(
      'Debian’s packages can’t be fetched: the image is built on a Debian, by apt-get download.',
    )
  return names.flatMap((name) => find(name).slice(0, 1))
}

function unpack(file: string, folder: string): DebianPackage {
  const name = field(file, 'Package')
  const archive = execFileSync('dpkg-deb', ['--fsys-tarfile', file], { maxBuffer: 256 * 1024 * 1024 })
  // Of the base files only what says which Debian this is.
  const only =
    name === 'base-files' ? ['./usr/lib/os-release', './etc/os-release', './etc/debian_version'] : []
  execFileSync('tar', ['-x', '--keep-directory-symlink', '--no-same-owner', '-C', folder, ...only], {
    input: archive,
  })
  // Where programs that look for known vulnerabilities read what an image without dpkg has.
  const status = join(folder, 'var/lib/dpkg/status.d')
  mkdirSync(status, { recursive: true })
  writeFileSync(join(status, name), execFileSync('dpkg-deb', ['--field', file]))
  return { name, version: field(file, 'Version'), architecture: field(file, 'Architecture') }
}

function field(file: string, name: string): string {
  return execFileSync('dpkg-deb', ['--field', file, name], { encoding: 'utf8' }).trim()
}

function writeNames(etc: string): void {
  const users = { root: 0, bionic: IMAGE_USER, nobody: 65_534 }
  const lines = (line: (name: string, id: number) => string) =>
    Object.entries(users)
      .map(([name, id]) => `${line(name, id)}\n`)
      .join('')
  writeFileSync(
    join(etc, 'passwd'),
    lines((name, id) => `${name}:x:${id}:${id}::/data:/nonexistent`),
  )
  writeFileSync(
    join(etc, 'group'),
    lines((name, id) => `${name}:x:${id}:`),
  )
  writeFileSync(join(etc, 'nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n')
}
