/**
 * Lets so many words of a text through that comes in pieces, and says when there are more: `full` means that what
 * follows, from the next word on, was left out. A word is what stands between white space.
 */
export function limitWords(most: number): (piece: string) => { text: string; full: boolean } {
  let count = 0
  let insideWord = false
  return (piece) => {
    for (const { index } of piece.matchAll(/\S+/g)) {
      if (index === 0 && insideWord) continue
      if (count === most) return { text: piece.slice(0, index).trimEnd(), full: true }
      count++
    }
    if (piece !== '') insideWord = /\S$/.test(piece)
    return { text: piece, full: false }
  }
}
