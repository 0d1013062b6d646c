import { setTimeout as wait } from 'node:timers/promises'
import type { ProductServer } from '../../e2e/start-product.ts'
import type { HastyPrometheus } from './prometheus.ts'

/** The longest that an alert may take, in milliseconds. */
const PATIENCE_MS = 45_000

/** How long an alert that something else made fire may go on, in milliseconds. */
const QUIET_MS = 15_000

export interface Outcome {
  alert: string
  cause: string
  /** Null if it did not fire. */
  afterSeconds: number | null
  firedBefore: boolean
}

/** Provokes what an alert is there for, and waits until it fires. */
export async function seeFire(
  prometheus: HastyPrometheus,
  { server, ...what }: Pick<Outcome, 'alert' | 'cause'> & { server: ProductServer },
  provoke: () => Promise<unknown>,
): Promise<Outcome> {
  const fires = async () => (await prometheus.firing(server.address)).includes(what.alert)
  // What was provoked before it may have made it fire, too: that has to be over.
  for (let waited = 0; waited < QUIET_MS && (await fires()); waited += 500) await wait(500)
  const firedBefore = await fires()
  const began = performance.now()
  const provoked = provoke().catch((error: unknown) => console.log(`${what.alert}: ${error}`))
  let afterSeconds: number | null = null
  while (afterSeconds === null && performance.now() - began < PATIENCE_MS) {
    await wait(250)
    if (await fires()) afterSeconds = (performance.now() - began) / 1_000
  }
  await provoked
  return { ...what, afterSeconds, firedBefore }
}
