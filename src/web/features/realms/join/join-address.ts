import { parseRealmInput, type RealmInput, realmId } from './parse-realm-input.ts'

/** The realm that an address invites to; null where it names one that can't be, undefined where it names none. */
export function readInvited(address: URLSearchParams): string | null | undefined {
  const named = address.get('realm')?.trim()
  return named ? (realmId(named) ?? null) : undefined
}

/** What an address has in its finder. */
export const readTyped = (address: URLSearchParams): string => address.get('query')?.trim() ?? ''

/** The same address with another text in its finder; the realm that it shows stays. */
export function writeTyped(address: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(address)
  if (text.trim()) next.set('query', text.trim())
  else next.delete('query')
  return next
}

/** The address that shows a realm. A search stays beside it; a link has done its work. */
export function invitation(id: string, sought: RealmInput): string {
  const address = new URLSearchParams({ realm: id })
  if (sought.kind === 'search') address.set('query', sought.query)
  return `/join?${address}`
}

/** What an address asks the finder for. */
export const readFinder = (address: URLSearchParams): RealmInput => parseRealmInput(readTyped(address))

/** The state of a navigation to a realm that was chosen on this page: it gets the focus. */
export const chosenHere = { chosen: true }

export const wasChosenHere = (state: unknown): boolean =>
  (state as Partial<typeof chosenHere> | null)?.chosen === true
