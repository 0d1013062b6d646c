import type { Logger } from '../base/log.ts'

/** Minutes are sufficient: what is swept is hidden already. */
const INTERVAL_MS = 5 * 60_000

/** Runs each sweep until the returned function is called; one that takes long is not started twice. */
export function sweepRegularly(
  sweeps: Readonly<Record<string, () => Promise<unknown>>>,
  log: Logger,
): () => void {
  let running = false
  const timer = setInterval(async () => {
    if (running) return
    running = true
    for (const [name, sweep] of Object.entries(sweeps))
      await sweep().catch((error: unknown) => log.warn({ err: error, sweep: name }, 'a sweep failed'))
    running = false
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
