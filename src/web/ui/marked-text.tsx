import { markHits } from '../lib/mark-hits.ts'

/** A text in which the matches of a query are highlighted. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  let at = 0
  return markHits(text, query).map((piece) => {
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
