/** Each call returns how many words begin in this piece; the rest of a word split between pieces is not counted again. */
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
  // A fast path for most characters: the regular expression for each would cost more than everything else here.
  if (unit > 0x20 && unit < 0x7f) return false
  return /\s/.test(text.charAt(index))
}
