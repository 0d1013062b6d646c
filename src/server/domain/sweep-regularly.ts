import type { Logger } from '../base/log.ts'

/** Minutes are sufficient: what is swept is hidden already. */
const INTERVAL_MS = 5 * 60_000

/** What takes longer may never end, and must not keep the others from being made. */
const LIMIT_MS = 10 * 60_000

/** Is told how long a sweep took, in seconds. */
type MeasureSweep = (sweep: string, outcome: 'done' | 'failed', seconds: number) => void

/**
 * Runs each sweep until the returned function is called. One that has not ended within its time counts as failed, and is not
 * started again before it has ended.
 */
export function sweepRegularly(
  sweeps: Readonly<Record<string, () => Promise<unknown>>>,
  log: Logger,
  measure: MeasureSweep = () => {},
): () => void {
  let isRunning = false
  const hanging = new Set<string>()
  const runOne = async (name: string, sweep: () => Promise<unknown>) => {
    const began = performance.now()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it did not end in time')), LIMIT_MS).unref()
    })
    hanging.add(name)
    const ending = sweep().finally(() => hanging.delete(name))
    const outcome = await Promise.race([ending, late]).then(
      () => 'done' as const,
      (error: unknown) => {
        log.warn({ err: error, sweep: name }, 'a sweep failed')
        return 'failed' as const
      },
    )
    clearTimeout(timer)
    measure(name, outcome, (performance.now() - began) / 1000)
  }
  const timer = setInterval(async () => {
    if (isRunning) return
    isRunning = true
    for (const [name, sweep] of Object.entries(sweeps)) {
      if (hanging.has(name)) measure(name, 'failed', 0)
      else await runOne(name, sweep)
    }
    isRunning = false
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
