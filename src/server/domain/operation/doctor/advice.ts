/** What the doctor found, with the sentence that mends it where something is to be mended. */
export interface Advice {
  /** Such as `database.latency`; it stays the same between versions. */
  check: string
  state: 'ok' | 'warn' | 'fault'
  says: string
  mend?: string
}

export const ok = (check: string, says: string): Advice => ({ check, state: 'ok', says })
export const warn = (check: string, says: string, mend: string): Advice => ({
  check,
  state: 'warn',
  says,
  mend,
})
export const fault = (check: string, says: string, mend: string): Advice => ({
  check,
  state: 'fault',
  says,
  mend,
})

/** The value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** Milliseconds of so many repetitions, one after the other. */
export async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < count; turn++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times
}

/** Beyond this, sessions, leases and signatures of two machines are seen differently. */
const CLOCK_SECONDS = 2

export function clockAdvice(check: string, whose: string, difference: number): Advice {
  const seconds = Math.abs(difference) / 1000
  if (seconds <= CLOCK_SECONDS) return ok(check, `The clock of ${whose} is that of this machine.`)
  return fault(
    check,
    `The clock of ${whose} is ${seconds.toFixed(1)} s ${difference > 0 ? 'ahead of' : 'behind'} this machine's.`,
    'Have both set their clocks by NTP (chrony or systemd-timesyncd).',
  )
}
