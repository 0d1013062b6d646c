const attribute =
  '(?:class|id|role|type|for|style|xmlns|viewBox|mask|maskUnits|d|x|y|r|rx|cx|cy|width|height|fill|fill-opacity|stroke|stroke-width|aria-[a-z]+|data-[a-z-]+)'
const tag = new RegExp(
  `<(?:!-- [\\w ()/]+ --|/[a-z][a-z\\d]*|(?:div|span|button|label|input|ul|li|hr|svg|path|mask|g|rect|circle)(?:\\s+${attribute}(?:="[^"<>]*")?)*\\s*/?)>`,
  'g',
)

/**
 * Empty unless it consists of harmless shapes and text, which load and run nothing. Links to external fonts are
 * dropped.
 */
export function harmlessMarkup(html: string): string {
  return html.replace(tag, '').includes('<') ? '' : html
}

interface PolicyFactory {
  defaultPolicy: object | null
  createPolicy(name: 'default', rules: { createHTML: (html: string) => string }): object
}

/**
 * The adapter builds its dialogs from strings, which Trusted Types forbid, and has no policy of its own, so this must
 * be the page's default one; the server allows one only on Android.
 */
export function admitMobileWalletMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (trustedTypes && !trustedTypes.defaultPolicy)
    trustedTypes.createPolicy('default', { createHTML: harmlessMarkup })
}
