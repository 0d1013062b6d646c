import { limits } from '../../../shared/common/limits.ts'
import { cutText } from '../../../shared/text/plain-text.ts'
import { plainWords } from './plain-words.ts'

const CUT_MARK = '\n\n[…]'

/** Returns what to keep of each piece of reasoning, `limits.replyReasoning` in total, with a mark for the rest. */
export function keepReasoning(): (piece: string) => string {
  const plain = plainWords()
  let room: number = limits.replyReasoning - CUT_MARK.length
  let hasBegun = false
  return (piece) => {
    if (room < 0) return ''
    const whole = plain.take(piece)
    const text = hasBegun ? whole : whole.trimStart()
    hasBegun ||= text !== ''
    const kept = text.length > room ? cutText(text, room) + CUT_MARK : text
    room -= text.length
    return kept
  }
}
