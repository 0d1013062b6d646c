import { CitationReader } from './citation-reader.ts'

/** A mark that cites passages: `[2]`, `[1, 3]`, `[2–4]`. */
interface Citation {
  /** With its brackets, in UTF-16 units. */
  from: number
  to: number
  numbers: number[]
}

/** As `CitationReader` tells citations from other brackets. */
export function readCitations(text: string): Citation[] {
  const reader = new CitationReader()
  const citations: Citation[] = []
  let at = 0
  for (const piece of [...reader.take(text), ...reader.rest()])
    if (piece.kind === 'text') at += piece.text.length
    else {
      const from = at + piece.space.length
      at = from + piece.text.length
      if (piece.kind === 'citation') citations.push({ from, to: at, numbers: piece.numbers })
    }
  return citations
}

/** Removes numbers not given, and a mark without any with the space before it. `place` counts written numbers. */
export function writeCitations(
  text: string,
  given: ReadonlySet<number>,
  write: (n: number, place: number) => string,
): string {
  const reader = new CitationReader()
  let count = 0
  return [...reader.take(text), ...reader.rest()]
    .map((piece) => {
      if (piece.kind === 'text') return piece.text
      const numbers = piece.numbers.filter((n) => given.has(n))
      if (piece.kind === 'citation' && numbers.length === 0) return ''
      return (
        piece.space + (piece.kind === 'broken' ? piece.text : numbers.map((n) => write(n, count++)).join(''))
      )
    })
    .join('')
}

export function withoutCitations(text: string): string {
  return writeCitations(text, new Set(), () => '')
}
