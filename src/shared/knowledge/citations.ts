import { CitationReader } from './citation-reader.ts'

/** A mark in the text of a reply that cites passages by their numbers: `[2]`, `[1, 3]`, `[2–4]`. */
interface Citation {
  /** The range of the mark with its brackets, in UTF-16 units. */
  from: number
  to: number
  /** The cited numbers in their order, each once. */
  numbers: number[]
}

/** Finds the citations in a reply's Markdown, as `CitationReader` tells them from other brackets. */
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

/**
 * Rewrites the citations in a reply's Markdown. Numbers that were not given are removed; if none is left in a mark, the
 * space before it is removed as well.
 * @param given the numbers of the passages that the reply was given
 * @param write returns the text for one number; its place counts the numbers that were written before
 */
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

/** Removes all citations from a reply, for uses without its sources. */
export function withoutCitations(text: string): string {
  return writeCitations(text, new Set(), () => '')
}
