import { quotedName } from './material.ts'

/**
 * Takes the speaker's own name from the front of what it says, as models put it there that read a log of many voices:
 * `Ada: `, also in quotes, as it stands in that log, and in bold. Words are held back only as long as they can still become that.
 */
export function stripOwnName(name: string): { take(piece: string): string; rest(): string } {
  const fronts = [name, quotedName(name)]
    .flatMap((front) => [`${front}:`, `**${front}:**`, `**${front}**:`])
    .map((front) => front.toLowerCase())
  const longest = Math.max(...fronts.map(({ length }) => length))
  /** All that is held back. In pieces, so that a flood of spaces is not read anew with each of them. */
  let held: string[] = []
  /** It from its first letter on, as long as that can become the name. */
  let said = ''
  let isNamed = false
  let isThrough = false

  function letThrough(text: string): string {
    isThrough = true
    held = []
    return text
  }

  return {
    /** As much as is surely none of it. */
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
    /** What is left when no piece comes any more: a name with nothing behind it is what was said. */
    rest: () => (isThrough ? '' : held.join('')),
  }
}
