import { quotedName } from '../chat/material.ts'

/** Without a change of length, and alike wherever a piece ends: İ would become two characters, and Σ its final form. */
const lowered = (text: string) => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

/** Models put it before their text when they read a log of several speakers: `Ada: `, also in quotes and in bold. */
export function stripOwnName(name: string): { take(piece: string): string; rest(): string } {
  const fronts = [name, quotedName(name)]
    .flatMap((front) => [`${front}:`, `**${front}:**`, `**${front}**:`])
    .map(lowered)
  const longest = Math.max(...fronts.map(({ length }) => length))
  /** In pieces, so that many spaces are not scanned again for each piece. */
  let held: string[] = []
  /** What is held back from its first letter on, while it can become the name. */
  let said = ''
  let isNamed = false
  let isThrough = false

  function letThrough(text: string): string {
    isThrough = true
    held = []
    return text
  }

  return {
    take(piece) {
      if (isThrough) return piece
      held.push(piece)
      const words = said === '' || isNamed ? piece.trimStart() : piece
      if (words === '') return ''
      if (isNamed) return letThrough(words)
      said += words
      const start = lowered(said.slice(0, longest))
      const front = fronts.find((one) => start.startsWith(one))
      if (front === undefined) {
        const isOpen = said.length < longest && fronts.some((one) => one.startsWith(start))
        return isOpen ? '' : letThrough(held.join(''))
      }
      const behind = said.slice(front.length).trimStart()
      isNamed = behind === ''
      return isNamed ? '' : letThrough(behind)
    },
    /** A name with nothing after it is kept. */
    rest: () => (isThrough ? '' : held.join('')),
  }
}
