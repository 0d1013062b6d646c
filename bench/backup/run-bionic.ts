import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist/server/operator/main.js', import.meta.url))

export interface Run {
  seconds: number
  /** Of processors, all of its threads together, to a fifth of a second: on a busy machine this says more. */
  cpuSeconds: number
  /** The most that its process had, in MB. */
  memory: number
}

/** Runs the built operator's program. */
export async function runBionic(words: string[], settings: Record<string, string>): Promise<Run> {
  const start = performance.now()
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let [memory, cpuSeconds] = [0, 0]
  const watch = setInterval(() => {
    memory = Math.max(memory, peakOf(child.pid ?? 0))
    cpuSeconds = Math.max(cpuSeconds, cpuOf(child.pid ?? 0))
  }, 200)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0) throw new Error(`bionic ${words[0]} ended with ${code}`)
  return { seconds: (performance.now() - start) / 1000, cpuSeconds, memory }
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** The kernel counts in hundredths of a second. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}
