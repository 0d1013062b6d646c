import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ModelRefusal } from './model-refusal.ts'

const INSTALL_MS = 10 * 60_000

/** Whether the engine is there in the version that this product was made with. */
export function isEngineInstalled(folder: string): boolean {
  const installed = versionIn(join(folder, 'node_modules', 'node-llama-cpp', 'package.json'), 'version')
  return installed !== undefined && installed === wantedVersion(folder)
}

/**
 * Installs the engine where it is missing: packages with their hashes as the lock file has them, without scripts, and
 * without what other kinds of machines need.
 * @throws {ModelRefusal} if it can't be
 */
export async function installEngine(folder: string, signal?: AbortSignal): Promise<void> {
  if (isEngineInstalled(folder)) return
  if (wantedVersion(folder) === undefined)
    throw new ModelRefusal(
      'This image does not run models itself. Start a model server beside it, and name it in OPENAI_BASE_URL.',
    )
  const args = ['ci', '--prefix', folder, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  const child = spawn('npm', args, { cwd: folder, stdio: 'ignore', timeout: INSTALL_MS, signal })
  const code = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve).once('error', () => resolve(null))
  })
  signal?.throwIfAborted()
  if (code !== 0 || !isEngineInstalled(folder))
    throw new ModelRefusal(
      'The engine could not be installed. Is there a connection? “npm ci --prefix tools/model” says more.',
    )
  dropUnused(join(folder, 'node_modules'))
}

function wantedVersion(folder: string): string | undefined {
  return versionIn(join(folder, 'package.json'), 'dependencies')
}

function versionIn(path: string, of: 'version' | 'dependencies'): string | undefined {
  if (!existsSync(path)) return undefined
  const found = JSON.parse(readFileSync(path, 'utf8'))[of]
  return of === 'version' ? found : found?.['node-llama-cpp']
}

/** The engine's sources, which are there to build it, and binaries for processors that this machine does not have. */
function dropUnused(modules: string): void {
  const drop = (...path: string[]) => rmSync(join(modules, ...path), { recursive: true, force: true })
  drop('node-llama-cpp', 'llama', 'gitRelease.bundle')
  const binaries = join(modules, '@node-llama-cpp')
  for (const name of existsSync(binaries) ? readdirSync(binaries) : []) {
    const [system, processor] = name.split('-')
    const isOurs = processor === process.arch && systems[process.platform] === system
    if (!isOurs) drop('@node-llama-cpp', name)
  }
}

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'mac', win32: 'win' }
