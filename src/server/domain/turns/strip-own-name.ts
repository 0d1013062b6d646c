import { quotedName } from './material.ts'

/**
 * Takes the speaker's own name from the front of what it says, as models put it there that read a log of many voices:
 * `Ada: `, also in quotes, as it stands in that log, and in bold. Words are held back only as long as they can still become that.
 */
export function stripOwnName(name: string): { take(piece: string): string; rest(): string } {
  const fronts = [name, quotedName(name)]
    .flatMap((front) => [`${front}:`, `**${front}:**`, `**${front}**:`])
    .map((front) => front.toLowerCase())
  let held = ''
  let isThrough = false

  return {
    /** As much as is surely none of it. */
    take(piece) {
      if (isThrough) return piece
      held += piece
      const said = held.trimStart()
      const front = fronts.find((one) => said.slice(0, one.length).toLowerCase() === one)
      const isOpen =
        front !== undefined
          ? said.slice(front.length).trim() === ''
          : fronts.some((one) => one.startsWith(said.toLowerCase()))
      if (isOpen) return ''
      isThrough = true
      return front === undefined ? held : said.slice(front.length).trimStart()
    },
    /** What is left when no piece comes any more: a name with nothing behind it is what was said. */
    rest: () => (isThrough ? '' : held),
  }
}
