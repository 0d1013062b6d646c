/**
 * Counts the words of a text that comes in pieces: each call gives how many begin in this piece. A word is what stands
 * between white space, so the second half of one that was torn in two is none.
 */
export function wordCounter(): (piece: string) => number {
  let insideWord = false
  return (piece) => {
    let words = 0
    for (let index = 0; index < piece.length; index++) {
      const goesOn = insideWord
      insideWord = !isSpace(piece, index)
      if (insideWord && !goesOn) words++
    }
    return words
  }
}

function isSpace(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  // Most of what is said; asked for every unit of every reply, the expression alone would cost more than all the rest.
  if (unit > 0x20 && unit < 0x7f) return false
  return /\s/.test(text.charAt(index))
}
