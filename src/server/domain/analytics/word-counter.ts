/**
 * Counts the words of a text that arrives in pieces: each call returns how many words begin in this piece. Words are
 * separated by white space, so the rest of a word that was split between pieces is not counted again.
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
  // A fast path for most characters: running the regular expression for every character would cost more than everything
  // else here.
  if (unit > 0x20 && unit < 0x7f) return false
  return /\s/.test(text.charAt(index))
}
