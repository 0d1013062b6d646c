import type { Seen } from '../../../shared/trust/reports.ts'

/** In characters: enough to judge a thing by, and little enough that a report of the largest thing is no burden. */
export const seenLimits = { line: 300, text: 6_000, all: 16_000, texts: 40 } as const

/** Cuts what is kept of a thing. What is left out at the end is counted in a last text. */
export function boundSeen(seen: Seen): Seen {
  let room: number = seenLimits.all
  const texts: Seen['texts'] = []
  const given = seen.texts.filter(({ text }) => text.trim() !== '')
  for (const { label, text } of given) {
    if (room <= 0 || texts.length >= seenLimits.texts) break
    const kept = cut(text, Math.min(seenLimits.text, room))
    room -= kept.length
    texts.push({ label: cut(label, seenLimits.line), text: kept })
  }
  const left = given.length - texts.length
  return {
    title: cut(seen.title, seenLimits.line),
    maker: cut(seen.maker, seenLimits.line),
    href: cut(seen.href, seenLimits.line),
    picture: seen.picture && seen.picture.length > 2_048 ? null : seen.picture,
    texts: left > 0 ? [...texts, { label: 'Left out', text: `${left} more` }] : texts,
  }
}

/** Half a character at the cut would be refused by the database. */
function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}
