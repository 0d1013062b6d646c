/** Limits a text in pieces to a number of words. `full`: the text from the next word on was left out. */
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
