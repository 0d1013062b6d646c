import { safeUrl } from './addresses.ts'
import { matchAt } from './characters.ts'

const angled = /<([^<>\s]+)>/y
const isMail = /^[\w.!#$%&'*+/=?^{|}~-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i
/** An HTML tag, or the beginning of a comment, a declaration or an instruction; none of them contains another. */
const tag =
  /<(?:[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^'<]*'|"[^"<]*"))?)*\s*\/?|\/[a-z][a-z\d-]*\s*|[!?][^<>]*)>/iy

/** The web or mail address in the angle brackets at a position; `href` is empty if its protocol is not safe. */
export function angledAddressAt(text: string, at: number): { label: string; href: string } | undefined {
  const label = matchAt(angled, text, at)?.[1]
  if (label === undefined) return undefined
  if (/^[a-z][a-z\d+.-]{1,31}:/i.test(label)) return { label, href: safeUrl(label) ?? '' }
  const href = isMail.test(label) ? safeUrl(`mailto:${label}`) : undefined
  return href === undefined ? undefined : { label, href }
}

/** The HTML at a position, or the bracket alone. It is kept as text: no markup is parsed within it. */
export const htmlAt = (text: string, at: number): string => matchAt(tag, text, at)?.[0] ?? '<'
