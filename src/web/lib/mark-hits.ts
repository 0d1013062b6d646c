/** A piece of a text, and whether it matches the search. */
export interface Piece {
  text: string
  hit: boolean
}

/** Splits a text into pieces in their order; each occurrence of the query, ignoring case, is a hit. */
export function markHits(text: string, query: string): Piece[] {
  const words = query.trim()
  if (words === '') return [{ text, hit: false }]
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(new RegExp(escaped(words), 'giu'))) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), hit: false })
    pieces.push({ text: match[0], hit: true })
    end = match.index + match[0].length
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), hit: false })
  return pieces
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+')
}
