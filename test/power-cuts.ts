import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { randomFrom } from './random-from.ts'
import { compileCache } from './server-process.ts'
import { workingFolder } from './working-folder.ts'

const program = fileURLToPath(new URL('write-until-power-cut.ts', import.meta.url))

/** The exit code of a process whose power was cut. */
const CUT = 3

/**
 * Opens an embedded database again and again while the power goes at any step of its disk, under load and while it
 * recovers from the cut before.
 * @param seed the same one gives the same cuts
 * @returns how many rows were acknowledged in all rounds
 * @throws {Error} that says what is wrong: a row that is missing, a database that can't be opened, an index that tells
 * something else than its table
 */
export async function cutUnderLoad(rounds: number, seed: number): Promise<number> {
  const random = randomFrom(seed)
  const acknowledged = new Set<number>()
  await inFolder(async (folder) => {
    await run(folder, 0, seed, acknowledged)
    for (let round = 0; round < rounds; round++)
      await run(folder, 1 + Math.floor(random() * 5_000), seed + round, acknowledged)
    await run(folder, 0, seed, acknowledged)
  })
  return acknowledged.size
}

/**
 * Makes a new data folder while the power goes at any step of its disk, and opens it again, another one each round.
 * @throws {Error} as `cutUnderLoad` does
 */
export async function cutFirstStart(rounds: number, seed: number): Promise<void> {
  const random = randomFrom(seed)
  const steps = await inFolder((folder) => run(folder, 0, seed, new Set()))
  for (let round = 0; round < rounds; round++)
    await inFolder(async (folder) => {
      const acknowledged = new Set<number>()
      await run(folder, 1 + Math.floor(random() * steps), seed + round, acknowledged)
      await run(folder, 0, seed, acknowledged)
    })
}

/** @returns how many steps it took to open the database; 0 where it did not come so far */
async function run(folder: string, cutAt: number, seed: number, acknowledged: Set<number>): Promise<number> {
  const child = spawn(process.execPath, [program, folder, String(cutAt), String(seed)], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const fail = (what: string) => new Error(`${what} (step ${cutAt}, seed ${seed})`)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000)
  })
  let steps = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const value = JSON.parse(line.slice(line.indexOf(' ')))
    if (line.startsWith('kept')) for (const row of value) acknowledged.add(row)
    else {
      steps = value.steps
      const there = new Set<number>(value.rows)
      const missing = [...acknowledged].filter((row) => !there.has(row))
      if (missing.length > 0) throw fail(`${missing.length} acknowledged rows are missing`)
      if (value.byIndex !== there.size) throw fail(`The index has ${value.byIndex} of ${there.size} rows`)
    }
  }
  const [code] = await exited
  if (code !== (cutAt === 0 ? 0 : CUT)) throw fail(`The process ended with ${code}: ${complaint}`)
  return steps
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const above = mkdtempSync(join(workingFolder, 'bionic-power-'))
  try {
    return await work(join(above, 'data'))
  } finally {
    rmSync(above, { recursive: true, force: true })
  }
}
