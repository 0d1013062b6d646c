import { byThing, type Event, only } from '../history.ts'

/**
 * Nothing acknowledged is lost, and nothing taken away is there again: what somebody finds has to agree with what was
 * acknowledged before they looked, unless somebody changed it meanwhile. This is also how a revoked key, an ended
 * sign-in and a deleted message are judged.
 */
export function checkThings(events: readonly Event[]): string[] {
  const all = Map.groupBy(
    [...only(events, 'make'), ...only(events, 'remove'), ...only(events, 'look')],
    ({ kind, thing }) => `${kind} ${thing}`,
  )
  return [...all].flatMap(([name, acts]) => {
    const made = only(acts, 'make')
    const removed = only(acts, 'remove')
    return only(acts, 'look').flatMap((look) => {
      if (look.outcome !== 'ok') return []
      const { via } = look
      const acknowledged = made.find(({ outcome, ended }) => outcome === 'ok' && ended < look.begun)
      const mayBeGone = removed.some(({ begun, outcome }) => outcome !== 'refused' && begun < look.ended)
      if (!look.found && acknowledged && !mayBeGone)
        return [`the ${name} was acknowledged, and is not there at ${via}`]
      const gone = removed.find(({ outcome, ended }) => outcome === 'ok' && ended < look.begun)
      if (look.found && gone) return [`the ${name} was taken away, and is there at ${via}`]
      if (look.found && made.length > 0 && made.every(({ begun }) => begun > look.ended))
        return [`the ${name} was there at ${via} before anybody made it`]
      return []
    })
  })
}

/** What is read is the newest that was acknowledged, or something that somebody was writing meanwhile. */
export function checkValues(events: readonly Event[]): string[] {
  const all = byThing([...only(events, 'write'), ...only(events, 'read')])
  return [...all].flatMap(([thing, acts]) => {
    const writes = only(acts, 'write').filter(({ outcome }) => outcome !== 'refused')
    return only(acts, 'read').flatMap((read) => {
      if (read.outcome !== 'ok') return []
      const possible = writes.filter(({ value, begun }) => value === read.value && begun < read.ended)
      if (possible.length === 0) return [`${thing} is ${read.value} at ${read.via}, which nobody wrote`]
      const isCurrent = possible.some(
        (write) =>
          write.outcome === 'unknown' ||
          !writes.some(
            (other) => other.outcome === 'ok' && other.begun > write.ended && other.ended < read.begun,
          ),
      )
      return isCurrent
        ? []
        : [`${thing} is ${read.value} at ${read.via}, and something newer was acknowledged`]
    })
  })
}
