import type { Platform } from '../../../../shared/social.ts'

export interface ComposeLink {
  href: string
  /** Whether the page opens with the text filled in; where not, the text is to be copied first and pasted there. */
  carriesText: boolean
}

/** The length that RFC 9110 asks every server to take; longer ones are refused by some on the way. */
const MAX_ADDRESS = 8_000

/** Where a platform's people write a post: empty, and with the text that is put behind `filled`. */
const pages: Record<Platform, { empty: string; filled: string }> = {
  x: { empty: 'https://x.com/intent/tweet', filled: 'https://x.com/intent/tweet?text=' },
  farcaster: { empty: 'https://farcaster.xyz/~/compose', filled: 'https://farcaster.xyz/~/compose?text=' },
  bluesky: { empty: 'https://bsky.app/intent/compose', filled: 'https://bsky.app/intent/compose?text=' },
  linkedin: {
    empty: 'https://www.linkedin.com/feed/?shareActive=true',
    filled: 'https://www.linkedin.com/feed/?shareActive=true&text=',
  },
  // Its apps open nothing without `url`, and put `text` on a line below it; alone it is all of the message.
  telegram: { empty: 'https://web.telegram.org/', filled: 'https://t.me/share/url?url=' },
}

/**
 * The address of a platform's own page for a new post, with the text filled in where an address can carry it: short
 * enough, and on Telegram not beginning with `@`, which its app for the desktop takes for a bot and refuses.
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
