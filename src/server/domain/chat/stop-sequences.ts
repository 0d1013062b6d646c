export interface StoppedText {
  /** Returns the text that is certainly before any sequence. */
  take(piece: string): string
  /** Returns what was held back because a sequence could have begun with it. */
  rest(): string
  /** Whether a sequence was found. What follows it is never returned, and neither is the sequence. */
  readonly found: boolean
}

/** Ends a text before a sequence, also one split between pieces. One that begins earlier wins, whichever is whole first. */
export function stopAt(sequences: readonly string[]): StoppedText {
  let held = ''
  let found = false
  return {
    get found() {
      return found
    },
    take(piece) {
      if (found) return ''
      const heard = held + piece
      const places = sequences.map((sequence) => heard.indexOf(sequence)).filter((place) => place !== -1)
      const end = Math.min(...places)
      const from = Math.min(...sequences.map((sequence) => startOf(sequence, heard)))
      // A longer sequence that began earlier may still be completed.
      if (end <= from) {
        found = end < heard.length
        held = ''
        return heard.slice(0, end)
      }
      held = heard.slice(from)
      return heard.slice(0, from)
    },
    rest() {
      const places = sequences.map((sequence) => held.indexOf(sequence)).filter((place) => place !== -1)
      if (places.length === 0) return held
      found = true
      return held.slice(0, Math.min(...places))
    },
  }
}

/** The place from which a text ends with the beginning of a sequence; its length if it does not. */
function startOf(sequence: string, text: string): number {
  for (let place = Math.max(0, text.length - sequence.length + 1); place < text.length; place++)
    if (sequence.startsWith(text.slice(place))) return place
  return text.length
}
