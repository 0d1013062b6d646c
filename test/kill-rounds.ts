import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import { compileCache } from './server-process.ts'
import { sqlTag } from './sql-tag.ts'

const program = fileURLToPath(new URL('insert-until-killed.ts', import.meta.url))
const quickImports = new URL('../scripts/quick-imports.ts', import.meta.url).href

/** Starts the program on the folder; its lines come as they are printed and end with it. */
export function startInserting(dataDir: string): {
  child: ChildProcess
  lines: AsyncIterableIterator<string>
} {
  const child = spawn(process.execPath, ['--import', quickImports, program, dataDir], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}

/**
 * Kills a process that inserts into the data folder, again and again, at a different moment each time, and looks
 * after each round for the rows that were acknowledged in all rounds.
 */
export async function killRounds(
  dataDir: string,
  rounds: number,
): Promise<{ acknowledged: number; missing: number }> {
  const acknowledged = new Set<number>()
  let missing = 0
  for (let round = 0; round < rounds; round++) {
    const { child, lines } = startInserting(dataDir)
    const exited = once(child, 'exit')
    const enough = acknowledged.size + 50 + Math.floor(Math.random() * 500)
    for await (const line of lines) {
      if (line.startsWith('refused')) throw new Error(line)
      if (line !== 'ready') acknowledged.add(Number(line))
      if (acknowledged.size >= enough) child.kill('SIGKILL')
    }
    await exited
    missing += await countMissing(dataDir, acknowledged)
  }
  return { acknowledged: acknowledged.size, missing }
}

async function countMissing(dataDir: string, acknowledged: Set<number>): Promise<number> {
  const { db, close } = await connectDatabase({ dataDir, log: pino({ level: 'silent' }) })
  try {
    const rows = await sqlTag(db)<{ id: number }[]>`select id from acknowledged`
    return acknowledged.size - rows.filter((row) => acknowledged.has(row.id)).length
  } finally {
    await close()
  }
}
