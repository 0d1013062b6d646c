import { limits } from '../../../shared/common/limits.ts'
import { plainWords } from './plain-words.ts'

/** Stands where thoughts were cut because there were too many of them. */
const CUT_MARK = '\n\n[…]'

/**
 * Makes of a model's thoughts what can be kept beside its words: characters that can be stored, no white space in front,
 * and not more than `limits.replyReasoning` in all. What is beyond that is left out, with a mark in its place.
 * @returns as much of each piece as is to be kept
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
