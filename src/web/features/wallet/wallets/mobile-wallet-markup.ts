const attribute =
  '(?:class|id|role|type|for|style|xmlns|viewBox|mask|maskUnits|d|x|y|r|rx|cx|cy|width|height|fill|fill-opacity|stroke|stroke-width|aria-[a-z]+|data-[a-z-]+)'
const tag = new RegExp(
  `<(?:!-- [\\w ()/]+ --|/[a-z][a-z\\d]*|(?:div|span|button|label|input|ul|li|hr|svg|path|mask|g|rect|circle)(?:\\s+${attribute}(?:="[^"<>]*")?)*\\s*/?)>`,
  'g',
)

/**
 * The markup that may enter the page as text: shapes and words, which can load nothing and run nothing. Anything else
 * becomes nothing, as do the links to fonts of another site, which the adapter for mobile wallets would bring along.
 */
export function harmlessMarkup(html: string): string {
  return html.replace(tag, '').includes('<') ? '' : html
}

interface PolicyFactory {
  defaultPolicy: object | null
  createPolicy(name: 'default', rules: { createHTML: (html: string) => string }): object
}

/**
 * Lets the adapter for mobile wallets build its dialogs where the page's policy lets no text become markup (Trusted
 * Types). It writes texts of its own without a policy, so this one has to be the page's default; the server allows one on
 * Android alone.
 */
export function admitMobileWalletMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (trustedTypes && !trustedTypes.defaultPolicy)
    trustedTypes.createPolicy('default', { createHTML: harmlessMarkup })
}
