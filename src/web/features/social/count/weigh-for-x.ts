import { findLinks } from './x-links.ts'

/** A piece of a text that X counts as one: up to `end` (UTF-16), from where the one before it ends. */
export interface Piece {
  end: number
  weight: number
}

/** Whatever the address is: X shortens every link to the same length. */
const LINK_WEIGHT = 23
const EMOJI_WEIGHT = 2

/** An emoji with all its parts; keyboards leave the variation selector out of a keycap, and put one where none is needed. */
const emojiOrCharacter = /[#*0-9]\u20e3|[\p{Emoji_Presentation}&&[\u2000-\uffff]]\ufe0f|\p{RGI_Emoji}|./gsv

/** Code points that count as one character: Latin to Georgian, and the spaces, joiners, dashes and quotes. Others are two. */
const light = /^[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]$/u

/**
 * What X counts a text as, piece by piece, in characters. The text is in its composed form (NFC), which X counts
 * whichever way it was typed.
 */
export function* weighForX(text: string): Generator<Piece> {
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
