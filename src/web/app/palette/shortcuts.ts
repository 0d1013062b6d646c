import * as texts from '../texts.ts'

const words = [texts.keyboard.toLowerCase(), 'keys', 'shortcuts', '?']
/** With fewer letters somebody may look for anything. */
const LETTERS = 3

/** What keys do, wherever they do something: all of it for whoever looks for that. */
export function shortcutsFor(typed: string): typeof texts.shortcuts {
  const text = typed.trim().toLowerCase()
  const isAsked = words.some((word) => word.startsWith(text) && text.length >= Math.min(LETTERS, word.length))
  return isAsked ? texts.shortcuts : []
}
