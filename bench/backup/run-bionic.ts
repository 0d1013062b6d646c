import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist/server/operator/main.js', import.meta.url))

/** Runs the built operator's program; its memory is the most that its process had, in MB. */
export async function runBionic(
  words: string[],
  settings: Record<string, string>,
): Promise<{ seconds: number; memory: number; output: string }> {
  const start = performance.now()
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString()
  })
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, peakOf(child.pid ?? 0))
  }, 200)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0) throw new Error(`bionic ${words[0]} ended with ${code}`)
  return { seconds: (performance.now() - start) / 1000, memory, output }
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
