import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { externalPackages } from '../build/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What the server reads while it runs (`src/server/base/files.ts`), besides its packages. */
const parts = [
  ...['dist/web', 'dist/server', 'dist/database', 'drizzle'],
  ...[
    'src/server/domain/unfurl/fonts.conf',
    'src/server/domain/unfurl/characters.txt',
    'src/server/domain/unfurl/fonts',
  ],
]

/** What the build itself keeps of its inputs, and what packages carry for those who develop with them. */
const ofTheBuild = /^(?:inputs\.json|lock)$/
const forDevelopers = /\.(?:map|md|[cm]?ts)$/

interface Manifest {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Makes the folder `/app` of the image: the build, what it reads from files, and the packages that it does not contain. */
export function makeAppRoot(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const part of parts) copy(join(root, part), join(folder, part), (name) => !ofTheBuild.test(name))
  for (const name of packagesAtRunTime())
    copy(join(root, name), join(folder, name), (file) => !forDevelopers.test(file))
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = { name, version, private: true, type: 'module' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The operator's program; the image has no shell that could find one. */
export const operatorProgram = `#!/usr/local/bin/node
import('/app/dist/server/operator/main.js').then(({ runOperator }) => runOperator(process.argv.slice(2), process.env))
`

function copy(from: string, to: string, isWanted: (name: string) => boolean): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, filter: (path) => isWanted(basename(path)) })
}

/** @returns the folders of what the bundle leaves outside and of all that those depend on, as far as it is installed here */
export function packagesAtRunTime(): string[] {
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const folder = folderOf(name, from)
    if (folder === undefined || found.has(folder)) return
    found.add(folder)
    const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const needs = { ...manifest.dependencies, ...manifest.optionalDependencies }
    for (const needed of Object.keys(needs)) add(needed, folder)
  }
  for (const name of externalPackages) add(name, '')
  return [...found].sort()
}

/** As Node looks for it: beside the package that needs it, then further up. Optional packages are for other machines. */
function folderOf(name: string, from: string): string | undefined {
  const folders = [join(from, 'node_modules', name), join('node_modules', name)]
  return folders.find((folder) => existsSync(join(root, folder, 'package.json')))
}
