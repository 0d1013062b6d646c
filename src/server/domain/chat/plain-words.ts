const REPLACEMENT = '\ufffd'

/**
 * Replaces NUL, which the database can't store, and unpaired surrogates, which UTF-8 can't encode, with U+FFFD. Surrogate
 * pairs split between pieces are joined, so that everyone who counts the text gets the same length.
 */
export function plainWords(): { take(piece: string): string; rest(): string } {
  let half = ''
  return {
    take(piece) {
      const heard = half + piece
      half = endsInHalf(heard) ? heard.slice(-1) : ''
      const whole = half === '' ? heard : heard.slice(0, -1)
      return whole.replaceAll('\0', REPLACEMENT).toWellFormed()
    },
    rest: () => (half === '' ? '' : REPLACEMENT),
  }
}

function endsInHalf(text: string): boolean {
  const unit = text.charCodeAt(text.length - 1)
  return unit >= 0xd800 && unit <= 0xdbff
}
