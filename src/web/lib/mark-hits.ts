interface Piece {
  text: string
  hit: boolean
}

/** Each occurrence of the query, ignoring case, is a hit. */
export function markHits(text: string, query: string): Piece[] {
  const words = query.trim()
  if (words === '') return [{ text, hit: false }]
  const matches = text.matchAll(new RegExp(escaped(words), 'giu'))
  return markRanges(
    text,
    Array.from(matches, ({ 0: match, index }) => ({ from: index, to: index + match.length })),
  )
}

/** The ranges, which must ascend without overlaps, are the hits. */
export function markRanges(text: string, ranges: readonly { from: number; to: number }[]): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { from, to } of ranges) {
    if (from > end) pieces.push({ text: text.slice(end, from), hit: false })
    pieces.push({ text: text.slice(from, to), hit: true })
    end = to
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), hit: false })
  return pieces
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+')
}
