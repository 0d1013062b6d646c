import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A folder of `tools/`, with a `package.json` and a lock file of its own: what neither builds nor runs the product. */
export type Tools = 'lint' | 'referees' | 'model'

/**
 * Installs what the lock file of `tools/<name>` names, unless it is installed already. It is fetched into a folder of
 * its own first, so that neither a kill nor a second process at the same time leaves half of it.
 * @throws {Error} with one sentence, after which nothing has changed
 */
export async function bringTools(name: Tools): Promise<void> {
  const folder = join(root, 'tools', name)
  const lock = await readFile(join(folder, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  if (await isInstalled(folder, hash)) return

  process.stderr.write(`Fetching the packages of tools/${name} (once)\n`)
  const fresh = join(root, '.cache', 'tools', `${name}-${randomUUID()}`)
  try {
    await mkdir(fresh, { recursive: true })
    for (const file of ['package.json', 'package-lock.json'])
      await copyFile(join(folder, file), join(fresh, file))
    const fault = await installIn(fresh)
    if (fault !== undefined)
      throw new Error(`The packages of tools/${name} can’t be fetched from the npm registry (${fault}).`)
    await mkdir(join(fresh, 'node_modules'), { recursive: true })
    await writeFile(stampOf(fresh), hash)
    if (await isInstalled(folder, hash)) return
    await rm(join(folder, 'node_modules'), { recursive: true, force: true })
    await rename(join(fresh, 'node_modules'), join(folder, 'node_modules')).catch(async (error: unknown) => {
      // Another process brought the same meanwhile.
      if (!(await isInstalled(folder, hash))) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Which lock file the packages of a folder are from. It lies among them, so that it goes when they are removed. */
const stampOf = (folder: string) => join(folder, 'node_modules', '.brought')

async function isInstalled(folder: string, hash: string): Promise<boolean> {
  return (await readFile(stampOf(folder), 'utf8').catch(() => undefined)) === hash
}

/**
 * Without scripts: no tool needs one, and what is fetched runs nothing before it is asked to.
 * @returns what npm calls the fault, if there is one
 */
async function installIn(folder: string): Promise<string | undefined> {
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said += piece
  })
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('close', resolve).on('error', reject),
  )
  return code === 0 ? undefined : (/^npm error code (\S+)/m.exec(said)?.[1] ?? `npm ended with ${code}`)
}

/** `node scripts/bring-tools.ts lint …` */
if (import.meta.main)
  await Promise.all((process.argv.slice(2) as Tools[]).map(bringTools)).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
