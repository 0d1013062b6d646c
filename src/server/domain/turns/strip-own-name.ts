import { quotedName } from '../chat/material.ts'

/**
 * Removes the speaker's own name from the beginning of its text, which models add when they read a log with several
 * speakers: `Ada: `, also in quotes, as in that log, and in bold. Text is only held back as long as it can still become
 * such a prefix.
 */
export function stripOwnName(name: string): { take(piece: string): string; rest(): string } {
  const fronts = [name, quotedName(name)]
    .flatMap((front) => [`${front}:`, `**${front}:**`, `**${front}**:`])
    .map((front) => front.toLowerCase())
  const longest = Math.max(...fronts.map(({ length }) => length))
  /** The text that is held back, in pieces, so that many spaces are not scanned again for each piece. */
  let held: string[] = []
  /** The held-back text from its first letter on, as long as it can become the name. */
  let said = ''
  let isNamed = false
  let isThrough = false

  function letThrough(text: string): string {
    isThrough = true
    held = []
    return text
  }

  return {
    /** Returns the text that certainly is not part of the name. */
    take(piece) {
      if (isThrough) return piece
      held.push(piece)
      const words = said === '' || isNamed ? piece.trimStart() : piece
      if (words === '') return ''
      if (isNamed) return letThrough(words)
      said += words
      const start = said.slice(0, longest).toLowerCase()
      const front = fronts.find((one) => start.startsWith(one))
      if (front === undefined) {
        const isOpen = said.length < longest && fronts.some((one) => one.startsWith(start))
        return isOpen ? '' : letThrough(held.join(''))
      }
      const behind = said.slice(front.length).trimStart()
      isNamed = behind === ''
      return isNamed ? '' : letThrough(behind)
    },
    /** Returns the rest after the last piece: a name with nothing after it is kept. */
    rest: () => (isThrough ? '' : held.join('')),
  }
}
