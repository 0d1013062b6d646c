import { type Event, only } from '../history.ts'

/** A tool does something at most once, and only what a person allowed; a call says what really happened. */
export function checkEffects(events: readonly Event[]): string[] {
  const decisions = only(events, 'decide')
  const may = new Set(
    decisions
      .filter(({ decision, outcome }) => decision === 'once' && outcome !== 'refused')
      .map(({ thing }) => thing),
  )
  const times = new Map(only(events, 'effect').map(({ thing, times }) => [thing, times]))
  const faults: string[] = []
  for (const [thing, count] of times) {
    if (count > 1) faults.push(`the call ${thing} happened ${count} times`)
    if (!may.has(thing)) faults.push(`the call ${thing} happened, and nobody allowed it`)
  }
  for (const { thing, state } of only(events, 'call')) {
    const happened = times.has(thing)
    if (state === 'done' && !happened) faults.push(`the call ${thing} is done, and did not happen`)
    if (state === 'refused' && happened) faults.push(`the call ${thing} was refused, and happened`)
  }
  const decided = Map.groupBy(
    decisions.filter(({ outcome }) => outcome === 'ok'),
    ({ thing }) => thing,
  )
  for (const [thing, all] of decided)
    if (new Set(all.map(({ decision }) => decision)).size > 1)
      faults.push(`the call ${thing} was both allowed and refused, and both were acknowledged`)
  return faults
}
