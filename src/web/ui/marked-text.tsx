import { markHits, markRanges } from '../lib/mark-hits.ts'

/** The hits are the matches of a query, or given ranges. */
export function MarkedText({
  text,
  ...hits
}: { text: string } & ({ query: string } | { ranges: readonly { from: number; to: number }[] })) {
  let at = 0
  return ('query' in hits ? markHits(text, hits.query) : markRanges(text, hits.ranges)).map((piece) => {
    const key = at
    at += piece.text.length
    return piece.hit ? (
      <mark key={key} className="bg-cyan/22 text-text">
        {piece.text}
      </mark>
    ) : (
      piece.text
    )
  })
}
