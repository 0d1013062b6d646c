import type { Platform } from '../../../../shared/social.ts'

interface ComposeLink {
  href: string
  /** Whether the page opens with the text filled in; if not, the text must be copied and pasted there. */
  carriesText: boolean
}

/** The length that every server should support by RFC 9110; longer addresses may be refused on the way. */
const MAX_ADDRESS = 8_000

/** The compose pages of the platforms: without a text, and with the text appended to `filled`. */
const pages: Record<Platform, { empty: string; filled: string }> = {
  x: { empty: 'https://x.com/intent/tweet', filled: 'https://x.com/intent/tweet?text=' },
  farcaster: { empty: 'https://farcaster.xyz/~/compose', filled: 'https://farcaster.xyz/~/compose?text=' },
  bluesky: { empty: 'https://bsky.app/intent/compose', filled: 'https://bsky.app/intent/compose?text=' },
  linkedin: {
    empty: 'https://www.linkedin.com/feed/?shareActive=true',
    filled: 'https://www.linkedin.com/feed/?shareActive=true&text=',
  },
  // Telegram's apps need `url`, and put `text` on a line below it; with `url` alone it is the whole message.
  telegram: { empty: 'https://web.telegram.org/', filled: 'https://t.me/share/url?url=' },
}

/**
 * An address can have a short text only, and on Telegram none that begins with `@`, which its desktop app takes for a
 * bot and refuses.
 */
export function composeLink(platform: Platform, text: string): ComposeLink {
  const { empty, filled } = pages[platform]
  const plain = text.replace(/\r\n?/g, '\n').toWellFormed()
  const href = filled + encodeURIComponent(plain)
  const carriesText =
    plain.trim() !== '' &&
    href.length <= MAX_ADDRESS &&
    !(platform === 'telegram' && plain.trimStart().startsWith('@'))
  return { href: carriesText ? href : empty, carriesText }
}
