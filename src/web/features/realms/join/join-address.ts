import { parseRealmInput, type RealmInput, realmId } from './parse-realm-input.ts'

/** Null if its id is malformed, undefined if it names none. */
export function readInvited(address: URLSearchParams): string | null | undefined {
  const named = address.get('realm')?.trim()
  return named ? (realmId(named) ?? null) : undefined
}

export const readTyped = (address: URLSearchParams): string => address.get('query')?.trim() ?? ''

/** The shown realm stays in the address. */
export function writeTyped(address: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(address)
  if (text.trim()) next.set('query', text.trim())
  else next.delete('query')
  return next
}

/** A search stays in the address; a pasted link does not. */
export function invitation(id: string, sought: RealmInput): string {
  const address = new URLSearchParams({ realm: id })
  if (sought.kind === 'search') address.set('query', sought.query)
  return `/join?${address}`
}

export const readFinder = (address: URLSearchParams): RealmInput => parseRealmInput(readTyped(address))

/** The state of a navigation to a realm that was chosen on this page; the realm then takes the focus. */
export const chosenHere = { chosen: true }

export const wasChosenHere = (state: unknown): boolean =>
  (state as Partial<typeof chosenHere> | null)?.chosen === true
