import * as z from 'zod/mini'

/** What somebody looks for. */
export type RealmInput =
  | { kind: 'nothing' }
  | { kind: 'realm'; id: string }
  | { kind: 'search'; query: string }
  /** A link, but to no realm. */
  | { kind: 'no-realm' }

const uuid = z.uuid()

/** Whatever is longer is no link of this product. */
const LONGEST_LINK = 2_000

/** What a messenger, a mail or a shell leaves around a link. */
const around = /^[\s"'`<>([{«»“”„‘’]+|[\s"'`<>)\]},.;!?«»“”„‘’]+$/gu

/** A scheme, or an address of this product's without one: with or without its host. */
const linkLike =
  /^(?:[a-z][a-z\d+.-]*:\/\/|www\.|(?:\/\/)?(?:[a-z\d.-]+(?::\d+)?)?\/(?:realm|join)(?:[/?#]|$))/

/**
 * Reads what was typed or pasted: a bare id, the link of a realm (`/realm/{id}`), or an invitation (`/join?realm={id}`), of any
 * host, in any case, with spaces or quotes around it. Whatever is no link is searched for as it was typed.
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

/** A realm's id as the product writes it; undefined for anything that is none. */
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
