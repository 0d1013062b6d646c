import { type Chosen, keyedOf } from '../models/chosen-model.ts'
import { MICROS_A_CENT } from '../models/price.ts'

/** What the operator lets each wallet use in a day (UTC) of the models that the place pays for; null for no cap. */
export interface PlaceCaps {
  words: number | null
  cents: number | null
  /** Of all visitors together, who have no wallet. */
  visitorWords: number | null
}

export const NO_PLACE_CAPS: PlaceCaps = { words: null, cents: null, visitorWords: null }

/** Whose cap it is, as the person who asks hears it. */
type Whose = 'place' | 'visitors' | 'own key' | 'owner’s key' | 'each of owner’s key'

export interface Account {
  id: string
  unit: 'words' | 'micros'
  /** In its unit; null if it is only counted. */
  cap: number | null
  whose: Whose
}

/** What stands in an account in the place of a wallet. */
const VISITORS = 'visitors'

/** The accounts that a reply counts under. Nobody pays for the offline engine. */
export function accountsOf(wallet: string | null, chosen: Chosen, place: PlaceCaps): Account[] {
  if (chosen.model.engine.kind === 'offline') return []
  const keyed = keyedOf(chosen)
  const priced = chosen.model.facts.prices !== null
  const micros = (cents: number | null) => cents && cents * MICROS_A_CENT
  if (!keyed) {
    const id = `place:${wallet ?? VISITORS}`
    const whose = wallet === null ? 'visitors' : 'place'
    const words = wallet === null ? place.visitorWords : place.words
    return [
      ...capped({ id: `${id}:words`, unit: 'words', cap: words, whose }),
      ...(priced ? capped({ id: `${id}:micros`, unit: 'micros', cap: micros(place.cents), whose }) : []),
    ]
  }
  const isOwn = wallet === keyed.wallet
  const whose = isOwn ? 'own key' : 'owner’s key'
  const id = `key:${keyed.keyId}`
  const each: Account = {
    ...{ id: `${id}:${wallet ?? VISITORS}:words`, unit: 'words' },
    ...{ cap: keyed.caps.wordsEach, whose: 'each of owner’s key' },
  }
  return [
    { id: `${id}:words`, unit: 'words', cap: keyed.caps.words, whose },
    ...(priced
      ? [{ id: `${id}:micros`, unit: 'micros' as const, cap: micros(keyed.caps.cents), whose } as const]
      : []),
    ...(isOwn ? [] : capped(each)),
  ]
}

/** What has no cap, and is shown nowhere, is not counted either. */
const capped = (account: Account): Account[] => (account.cap === null ? [] : [account])

/** The accounts of an own key that its owner sees. */
export const accountsOfKey = (keyId: string) => ({
  words: `key:${keyId}:words`,
  micros: `key:${keyId}:micros`,
})

/** Says whose cap is reached. */
export function usedUpSentence({ whose, unit }: Account): string {
  switch (whose) {
    case 'place':
      return unit === 'words'
        ? 'You’ve used up the words that this place gives you for today. They start again at midnight UTC.'
        : 'You’ve used up what this place pays for you today. It starts again at midnight UTC.'
    case 'visitors':
      return 'What this place gives visitors for today is used up. Connect your wallet to go on, or come back after midnight UTC.'
    case 'own key':
      return `Your key has reached its cap for today, ${unit === 'words' ? 'in words' : 'in money'}. It starts again at midnight UTC, or raise the cap in your settings.`
    case 'owner’s key':
      return 'Whoever made this agent pays for it, and today’s cap is reached. It starts again at midnight UTC.'
    case 'each of owner’s key':
      return 'You’ve used up the words that this agent’s maker pays for you today. They start again at midnight UTC.'
    default:
      return whose satisfies never
  }
}
