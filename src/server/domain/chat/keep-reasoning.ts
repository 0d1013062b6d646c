import { limits } from '../../../shared/common/limits.ts'
import { plainWords } from './plain-words.ts'

/** Marks the place where reasoning was cut because it was too long. */
const CUT_MARK = '\n\n[…]'

/**
 * Limits a model's reasoning to what is stored with its reply: well-formed characters, no leading white space, and at
 * most `limits.replyReasoning` in total. The rest is omitted and a mark is put in its place.
 * @returns the part of each piece to keep
 */
export function keepReasoning(): (piece: string) => string {
  const plain = plainWords()
  let room: number = limits.replyReasoning - CUT_MARK.length
  let hasBegun = false
  return (piece) => {
    if (room < 0) return ''
    const whole = plain.take(piece)
    const text = hasBegun ? whole : whole.trimStart()
    hasBegun ||= text !== ''
    const kept = text.length > room ? text.slice(0, room).toWellFormed() + CUT_MARK : text
    room -= text.length
    return kept
  }
}
