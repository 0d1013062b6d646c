/** For a sentence: ` until 27 November 2026, 15:00 UTC`, or nothing for what has no end. */
export function untilWhen(until: Date | null): string {
  if (!until) return ''
  const [day, time] = [
    until.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    until.toISOString().slice(11, 16),
  ]
  return ` until ${day}, ${time} UTC`
}
