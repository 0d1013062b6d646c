import { byThing, type Event, type EventOf, only } from '../history.ts'

/** States after which nothing follows; a reply that waits for its person goes on. */
const ends = ['finished', 'stopped', 'interrupted', 'failed']

/** No word twice or missing for any reader, and one end that stays. */
export function checkReplies(events: readonly Event[]): string[] {
  const scripts = new Map(only(events, 'ask').map(({ thing, script }) => [thing, script]))
  return [...byThing(only(events, 'hear'))].flatMap(([thing, heard]) => {
    const script = scripts.get(thing) ?? null
    return [
      ...(script === null ? [] : heard.flatMap((one) => checkWords(thing, one, script))),
      ...checkEnd(
        thing,
        heard.filter(({ outcome }) => outcome === 'ok'),
      ),
    ]
  })
}

function checkWords(thing: string, { reader, heard }: EventOf<'hear'>, script: string): string[] {
  const { content, state } = heard
  if (!script.startsWith(content))
    return [`${reader} read other words of ${thing}, ${state}, than the model said: ${content}`]
  if (state === 'finished' && content !== script)
    return [`${thing} is finished for ${reader} with ${content.length} of ${script.length} characters`]
  return []
}

function checkEnd(thing: string, heard: readonly EventOf<'hear'>[]): string[] {
  const told = heard.filter((one) => ends.includes(one.heard.state))
  const [first] = told.toSorted((one, other) => one.ended - other.ended)
  if (!first) return []
  return heard.flatMap((one) => {
    const { state, content } = one.heard
    const isAfter = one.begun > first.ended
    if (!isAfter && !ends.includes(state)) return []
    const isSame = state === first.heard.state && content === first.heard.content
    return isSame
      ? []
      : [
          `${thing} ended for ${first.reader} as ${first.heard.state} with ${first.heard.content.length} characters, and is ${state} with ${content.length} for ${one.reader}`,
        ]
  })
}
