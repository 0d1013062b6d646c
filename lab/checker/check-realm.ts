import { type Event, only } from '../history.ts'

/** One order for all who read a realm, with everything that was acknowledged where it was acknowledged. */
export function checkRealm(events: readonly Event[]): string[] {
  const said = only(events, 'say')
  const logs = only(events, 'log').filter(({ outcome }) => outcome === 'ok')
  const [first] = logs
  if (!first) return []
  const faults: string[] = []
  for (const { reader, lines } of logs) {
    const numbers = lines.map(({ number }) => number)
    if (numbers.some((number, index) => number !== index + 1))
      faults.push(`${reader} has the numbers ${numbers.join(' ')}`)
    if (new Set(lines.map(({ id }) => id)).size !== lines.length) faults.push(`${reader} has a message twice`)
    const other = lines.findIndex(
      ({ id, content }, index) => first.lines[index]?.id !== id || first.lines[index]?.content !== content,
    )
    if (other >= 0 || lines.length !== first.lines.length)
      faults.push(`${reader} and ${first.reader} read different realms from message ${other + 1} on`)
  }
  const stored = new Map(first.lines.map((line) => [line.id, line]))
  for (const { thing, content, number, outcome } of said) {
    const line = stored.get(thing)
    if (outcome !== 'ok') continue
    if (!line) faults.push(`message ${thing} was acknowledged as number ${number}, and is not there`)
    else if (line.number !== number)
      faults.push(`message ${thing} was number ${number}, and is ${line.number}`)
    else if (line.content !== content) faults.push(`message ${thing} has other words than were sent`)
  }
  return [...faults, ...checkOrder(said)]
}

/** Whoever was acknowledged before another one began stands before them. */
function checkOrder(said: ReturnType<typeof only<'say'>>): string[] {
  const known = said.filter(({ outcome, number }) => outcome === 'ok' && number !== null)
  return known.flatMap((one) =>
    known
      .filter((other) => one.ended < other.begun && (one.number ?? 0) > (other.number ?? 0))
      .map((other) => `message ${one.number} was acknowledged before ${other.number} was sent`),
  )
}
