import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { installFromDebian, isProgram, onPath } from './debian-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache', 'browser')

/** A headless Chromium inside a registry package: the fallback if nothing can be installed system-wide. */
const packagedBrowser = '@sparticuz/chromium@153.0.0'

/** Debian's Chromium without the parts for a screen: it takes two thirds of the CPU for the same pages. */
const HEADLESS = 'chromium-headless-shell'

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A Chromium for the journeys, the headless shell before any other: it is installed even where a whole Chromium is, if
 * Debian's packages can be installed (as root or with sudo). Otherwise the machine's own, Playwright's, Debian's whole
 * one, and finally one from the package registry, which needs no privileges.
 * @returns the path of the program
 * @throws {Error} with one sentence that says what to do
 */
export async function findBrowser(say: (line: string) => void): Promise<string> {
  const preferred = process.env.CHROMIUM_PATH || onPath([HEADLESS])
  if (preferred) return preferred
  installFrom(say, installedBrowser() ? [HEADLESS] : [HEADLESS, 'chromium'])
  return (
    installedBrowser() ??
    (await installedFromRegistry(say)) ??
    fail('No browser was found or could be installed: install Chromium and set CHROMIUM_PATH to its program.')
  )
}

/**
 * A full Chromium for the journeys about what a real browser fetches. It is installed if Debian's packages can be.
 * @returns the path of the program; undefined if there is none and none can be installed
 */
export function findWholeBrowser(say: (line: string) => void): string | undefined {
  const find = () => onPath(WHOLE)
  return find() ?? (installFrom(say, ['chromium']) ? find() : undefined)
}

function installedBrowser(): string | undefined {
  return onPath([HEADLESS, ...WHOLE]) ?? [chromium.executablePath()].find(isProgram)
}

/** @param packages alternatives: the first one that can be installed is used */
function installFrom(say: (line: string) => void, packages: string[]): boolean {
  say(`Installing Chromium for the journeys (${packages[0]}, once)`)
  return installFromDebian(packages)
}

async function installedFromRegistry(say: (line: string) => void): Promise<string | undefined> {
  const program = join(cache, 'tmp', 'chromium')
  if (isProgram(program)) return program
  say('Fetching a headless Chromium for the journeys (once)')
  mkdirSync(join(cache, 'tmp'), { recursive: true })
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', cache, packagedBrowser]
  if (spawnSync('npm', install, { stdio: 'ignore', timeout: 300_000 }).status !== 0) return
  process.env.TMPDIR = join(cache, 'tmp')
  const entry = join(cache, 'node_modules', '@sparticuz', 'chromium', 'build', 'index.js')
  if (!existsSync(entry)) return
  const { default: packaged } = (await import(pathToFileURL(entry).href)) as {
    default: { executablePath: () => Promise<string> }
  }
  return packaged.executablePath()
}

/** Whether a browser is the one from the registry. */
export function isPackaged(path: string): boolean {
  return path.startsWith(cache)
}

function fail(message: string): never {
  throw new Error(message)
}

/**
 * `node scripts/find-browser.ts`: prints the path of a full browser. The journeys' own is installed first, because
 * otherwise they would use this one.
 */
if (import.meta.main) {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  await findBrowser(say)
  console.log(findWholeBrowser(say) ?? '')
}
