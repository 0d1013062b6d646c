const REPLACEMENT = '\ufffd'

/**
 * Makes of a model's words what can be kept and sent everywhere: no NUL, which the database can't hold, and no half of a
 * surrogate pair, which UTF-8 can't say; U+FFFD stands in their place. Halves that come in two pieces are put together,
 * so that no piece ends within a character. Whoever counts the text after this counts the same.
 */
export function plainWords(): { take(piece: string): string; rest(): string } {
  let half = ''
  return {
    /** As much of it as is whole. */
    take(piece) {
      const heard = half + piece
      half = endsInHalf(heard) ? heard.slice(-1) : ''
      const whole = half === '' ? heard : heard.slice(0, -1)
      return whole.replaceAll('\0', REPLACEMENT).toWellFormed()
    },
    /** What is left when no piece comes any more. */
    rest: () => (half === '' ? '' : REPLACEMENT),
  }
}

function endsInHalf(text: string): boolean {
  const unit = text.charCodeAt(text.length - 1)
  return unit >= 0xd800 && unit <= 0xdbff
}
