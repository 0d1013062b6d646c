import { type Event, only } from '../history.ts'
import { checkEffects } from './check-effects.ts'
import { checkRealm } from './check-realm.ts'
import { checkReplies } from './check-replies.ts'
import { checkThings, checkValues } from './check-things.ts'

/** @returns what of the product's promises did not hold, a sentence each; nothing for a good history */
export function checkHistory(events: readonly Event[]): string[] {
  return [
    ...checkThings(events),
    ...checkValues(events),
    ...checkRealm(events),
    ...checkReplies(events),
    ...checkEffects(events),
    ...only(events, 'probe')
      .filter(({ leaked }) => leaked)
      .map(({ thing, via }) => `somebody else could read ${thing} at ${via}`),
    ...only(events, 'count')
      .filter(({ count, cap }) => count > cap + 1)
      .map(({ thing, count, cap }) => `there are ${count} ${thing}, and ${cap} are allowed`),
    ...only(events, 'restless').map(({ thing, state }) => `${thing} is still ${state}`),
    ...only(events, 'fault').map(({ text }) => text),
  ]
}
