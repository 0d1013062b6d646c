import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Weighed {
  /** The name of the package, without the machine that it is for. */
  name: string
  /** On the disk. */
  bytes: number
}

/** What the lock file of a folder names and is installed there, the heaviest first; each without what lies within it. */
export function weighInstall(folder: string): Weighed[] {
  const lock: { packages: Record<string, object> } = JSON.parse(
    readFileSync(join(folder, 'package-lock.json'), 'utf8'),
  )
  return Object.keys(lock.packages)
    .filter((path) => path !== '')
    .map((path) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), path: join(folder, path) }))
    .map(({ name, path }) => ({ name: name.replace(machine, ''), bytes: weigh(path) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((one, other) => other.bytes - one.bytes)
}

const machine = /-(?:linux|darwin|win32)-.+$/

/** The bytes that the files in a folder take on the disk, none where there is no folder. */
function weigh(folder: string): number {
  return list(folder).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return sum + lstatSync(path).blocks * 512
    return entry.name === 'node_modules' ? sum : sum + weigh(path)
  }, 0)
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** What the heavy ones are for. */
const uses: Record<string, string> = {
  node: 'runs everything, so that no Node has to be there',
  '@typescript/typescript': 'checks types; development only',
  '@electric-sql/pglite': 'the embedded database',
  '@rolldown/binding': 'builds the web and the server',
  '@img/sharp-libvips': 'portraits and pictures: reads, sizes and writes them',
  'drizzle-orm': 'every statement to the database',
  'playwright-core': 'drives the browser of the journeys; development only',
  lightningcss: 'builds the style sheet',
  zod: 'parses at every edge',
  'react-dom': 'draws the screens, and their first paint on the server',
  '@shikijs/langs': 'the grammars of highlighted code',
  '@modelcontextprotocol/client': 'servers of tools',
  '@modelcontextprotocol/server': 'the door of MCP',
}

/** `node scripts/measure-install.ts`: what `npm ci` brings, and what the folders of `tools/` add when they are asked for. */
if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`
  const total = (packages: Weighed[]) =>
    `${megabytes(packages.reduce((sum, { bytes }) => sum + bytes, 0))} in ${packages.length} packages`
  const installed = weighInstall(root)
  console.log(`npm ci brings ${total(installed)}:`)
  for (const { name, bytes } of installed.slice(0, 10))
    console.log(`${megabytes(bytes).padStart(8)}  ${name.padEnd(30)} ${uses[name] ?? ''}`)
  for (const { name } of list(join(root, 'tools')))
    console.log(`tools/${name}: ${total(weighInstall(join(root, 'tools', name)))}`)
}
