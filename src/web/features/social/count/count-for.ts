import { type Platform, platformRules } from '../../../../shared/social.ts'
import { findLinks } from './x-links.ts'

/** If a platform has several limits, this is the strictest one. */
export interface PostCount {
  used: number
  limit: number
  unit: 'characters' | 'bytes'
  /** By how much the text is too long; 0 if it fits. */
  over: number
  /** The UTF-16 index of the first grapheme that does not fit; null if the text fits. */
  overAt: number | null
}

/** Bluesky limits a post to 300 graphemes, and also to this many bytes of UTF-8. */
const BLUESKY_BYTES = 3_000

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Record 0017. The part before `overAt` fits by itself. On X a link is never split, because it counts as one. */
export function countFor(platform: Platform, text: string): PostCount {
  const { limit } = platformRules[platform]
  switch (platform) {
    case 'x':
      return countX(text, limit)
    case 'farcaster':
      return count(text, limit, 'bytes', bytesOf)
    case 'bluesky': {
      const characters = countGraphemes(text, limit)
      if (characters.over > 0) return characters
      const bytes = count(text, BLUESKY_BYTES, 'bytes', bytesOf)
      return bytes.over > 0 ? bytes : characters
    }
    case 'linkedin':
      return count(text, limit, 'characters', (part) => part.length)
    case 'telegram':
      return count(text, limit, 'characters', codePointsOf)
  }
}

/** The length in UTF-8. Half of a surrogate pair is sent as U+FFFD, which takes three bytes too. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** The number of code points without carriage returns, which Telegram removes before it counts. */
function codePointsOf(text: string): number {
  let points = 0
  for (const character of text) if (character !== '\r') points++
  return points
}

/** Counts a text with a measure that is additive, wherever the text is cut. */
function count(
  text: string,
  limit: number,
  unit: PostCount['unit'],
  measure: (part: string) => number,
): PostCount {
  const used = measure(text)
  if (used <= limit) return { used, limit, unit, over: 0, overAt: null }
  let sum = 0
  let overAt = 0
  for (const { segment, index } of graphemes.segment(text)) {
    overAt = index
    sum += measure(segment)
    if (sum > limit) break
  }
  return { used, limit, unit, over: used - limit, overAt }
}

function countGraphemes(text: string, limit: number): PostCount {
  let used = 0
  let overAt: number | null = null
  for (const { index } of graphemes.segment(text)) if (++used > limit) overAt ??= index
  return { used, limit, unit: 'characters', over: Math.max(0, used - limit), overAt }
}

function countX(text: string, limit: number): PostCount {
  const pieces = [...weighForX(text.normalize('NFC'))]
  const used = total(pieces)
  if (used <= limit) return { used, limit, unit: 'characters', over: 0, overAt: null }
  return { used, limit, unit: 'characters', over: used - limit, overAt: cutForX(text, pieces, limit) }
}

function total(pieces: Iterable<Piece>): number {
  let sum = 0
  for (const { weight } of pieces) sum += weight
  return sum
}

/** The index of the first part that exceeds X's limit, at a boundary of both pieces and graphemes. */
function cutForX(text: string, pieces: readonly Piece[], limit: number): number {
  const cuts: number[] = []
  let sum = 0
  let next = 0
  let composed = 0
  for (const { segment, index } of graphemes.segment(text)) {
    if (composed === (pieces[next - 1]?.end ?? 0)) cuts.push(index)
    composed += segment.normalize('NFC').length
    for (let piece = pieces[next]; piece && piece.end <= composed; piece = pieces[next]) {
      sum += piece.weight
      next++
    }
    if (sum > limit) break
  }
  // Without the text after it, a word can become a link that it was not before, as in `one.me@example.com`.
  return cuts.findLast((cut) => total(weighForX(text.slice(0, cut).normalize('NFC'))) <= limit) ?? 0
}

/** A piece of a text that X counts as a unit: from the end of the previous piece up to `end` (UTF-16). */
interface Piece {
  end: number
  weight: number
}

/** X shortens every link to the same length. */
const LINK_WEIGHT = 23
const EMOJI_WEIGHT = 2

/** Keyboards omit the variation selector in a keycap, and add one where none is necessary. */
const emojiOrCharacter = /[#*0-9]\u20e3|[\p{Emoji_Presentation}&&[\u2000-\uffff]]\ufe0f|\p{RGI_Emoji}|./gsv

/** Latin to Georgian, spaces, joiners, dashes and quotes count as one; others count as two. */
const light = /^[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]$/u

/** The text must be in composed form (NFC), which X counts whichever way it was typed. */
function* weighForX(text: string): Generator<Piece> {
  let at = 0
  for (const link of findLinks(text)) {
    yield* weighWords(text, at, link.start)
    yield { end: link.end, weight: LINK_WEIGHT }
    at = link.end
  }
  yield* weighWords(text, at, text.length)
}

function* weighWords(text: string, from: number, to: number): Generator<Piece> {
  let end = from
  for (const [piece] of text.slice(from, to).matchAll(emojiOrCharacter)) {
    end += piece.length
    yield { end, weight: light.test(piece) ? 1 : EMOJI_WEIGHT }
  }
}
