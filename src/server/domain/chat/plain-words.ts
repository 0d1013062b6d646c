const REPLACEMENT = '\ufffd'

/**
 * Replaces what can't be stored or sent in a model's text with U+FFFD: NUL, which the database can't store, and
 * unpaired surrogates, which UTF-8 can't encode. Surrogate pairs that are split between pieces are joined, so that no
 * piece ends within a character. Everyone who counts the resulting text gets the same length.
 */
export function plainWords(): { take(piece: string): string; rest(): string } {
  let half = ''
  return {
    /** Returns the complete characters of the text so far. */
    take(piece) {
      const heard = half + piece
      half = endsInHalf(heard) ? heard.slice(-1) : ''
      const whole = half === '' ? heard : heard.slice(0, -1)
      return whole.replaceAll('\0', REPLACEMENT).toWellFormed()
    },
    /** Returns the remainder after the last piece. */
    rest: () => (half === '' ? '' : REPLACEMENT),
  }
}

function endsInHalf(text: string): boolean {
  const unit = text.charCodeAt(text.length - 1)
  return unit >= 0xd800 && unit <= 0xdbff
}
