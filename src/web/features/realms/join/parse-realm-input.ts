import * as z from 'zod/mini'

export type RealmInput =
  | { kind: 'nothing' }
  | { kind: 'realm'; id: string }
  | { kind: 'search'; query: string }
  | { kind: 'no-realm' }

const uuid = z.uuid()

/** A longer text is not a link of this product. */
const LONGEST_LINK = 2_000

/** What messengers, mail programs or shells leave around a link. */
const around = /^[\s"'`<>([{«»“”„‘’]+|[\s"'`<>)\]},.;!?«»“”„‘’]+$/gu

/** A URL with a scheme, or an address of this product without one, with or without its host. */
const linkLike =
  /^(?:[a-z][a-z\d+.-]*:\/\/|www\.|(?:\/\/)?(?:[a-z\d.-]+(?::\d+)?)?\/(?:realm|join)(?:[/?#]|$))/

/**
 * An id, the link of a realm (`/realm/{id}`), or an invitation (`/join?realm={id}`), with any host, in any case, with
 * spaces or quotes around it. Anything else is a search.
 */
export function parseRealmInput(typed: string): RealmInput {
  const query = typed.trim()
  if (query === '') return { kind: 'nothing' }
  const link = query.length > LONGEST_LINK ? '' : query.replaceAll(around, '').toLowerCase()
  if (/\s/.test(link)) return { kind: 'search', query }
  const id = realmId(link) ?? realmOfLink(link)
  if (id) return { kind: 'realm', id }
  return linkLike.test(link) ? { kind: 'no-realm' } : { kind: 'search', query }
}

/** Undefined if the text is not an id. */
export function realmId(text: string): string | undefined {
  const id = text.trim().toLowerCase()
  return uuid.safeParse(id).success ? id : undefined
}

function realmOfLink(link: string): string | undefined {
  const [address = ''] = link.split('#')
  const [path = '', search = ''] = address.split('?')
  const [, last] = /(?:^|\/)realm\/([^/\s]+)\/?$/.exec(path) ?? []
  if (last !== undefined) return realmId(last)
  return /(?:^|\/)join\/?$/.test(path) ? realmId(new URLSearchParams(search).get('realm') ?? '') : undefined
}
