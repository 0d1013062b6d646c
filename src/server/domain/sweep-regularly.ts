import type { Logger } from '../base/log.ts'

/** Minutes are sufficient: what is swept is hidden already. */
const INTERVAL_MS = 5 * 60_000

/** Is told how long a sweep took, in seconds. */
type MeasureSweep = (sweep: string, outcome: 'done' | 'failed', seconds: number) => void

/** Runs each sweep until the returned function is called; one that takes long is not started twice. */
export function sweepRegularly(
  sweeps: Readonly<Record<string, () => Promise<unknown>>>,
  log: Logger,
  measure: MeasureSweep = () => {},
): () => void {
  let running = false
  const timer = setInterval(async () => {
    if (running) return
    running = true
    for (const [name, sweep] of Object.entries(sweeps)) {
      const began = performance.now()
      const outcome = await sweep().then(
        () => 'done' as const,
        (error: unknown) => {
          log.warn({ err: error, sweep: name }, 'a sweep failed')
          return 'failed' as const
        },
      )
      measure(name, outcome, (performance.now() - began) / 1000)
    }
    running = false
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
