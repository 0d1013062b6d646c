import { spawn } from 'node:child_process'
import { constants as priorities, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { programUrl } from '../../base/files.ts'

const resultSchema = z.object({ bytes: z.int(), missingFiles: z.int() })

/** In bytes: a result has less than two hundred for each table. */
const LONGEST_OUTPUT = 1024 * 1024

/**
 * Has the operator's program make a backup, with the environment that this process was started with: what a backup needs
 * of memory goes with that process, and its work is done after the server's.
 * @throws with the program's own sentence
 */
export async function backupInProcess(
  file: string,
  signal: AbortSignal,
): Promise<z.output<typeof resultSchema>> {
  const program = fileURLToPath(programUrl('operator/main'))
  const child = spawn(process.execPath, [program, '--json', 'backup', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  // It does so itself, but only once its code is loaded.
  if (child.pid !== undefined) setPriority(child.pid, priorities.priority.PRIORITY_BELOW_NORMAL)
  const [output, errors] = [collect(child.stdout), collect(child.stderr)]
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  // With files missing it ends with 1, and there is a backup.
  const result = resultSchema.safeParse(code !== null && output() && JSON.parse(output()))
  if (result.success) return result.data
  throw new Error(errors().trim().split('\n').at(-1) || 'The backup ended without a word.')
}

function collect(from: NodeJS.ReadableStream): () => string {
  let text = ''
  from.on('data', (piece: Buffer) => {
    if (text.length < LONGEST_OUTPUT) text += piece.toString()
  })
  return () => text
}
