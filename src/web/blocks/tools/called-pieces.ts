/** The text up to each place where tools were called, with their calls; then the rest, if there is any. */
export function piecesOf<Call extends { at: number }>(
  text: string,
  calls: readonly Call[],
): { text: string; calls: Call[] }[] {
  const places = [...new Set(calls.map(({ at }) => Math.min(at, text.length)))].sort(
    (one, other) => one - other,
  )
  const pieces = places.map((place, index) => ({
    text: text.slice(places[index - 1] ?? 0, place),
    calls: calls.filter(({ at }) => Math.min(at, text.length) === place),
  }))
  const rest = text.slice(places.at(-1) ?? 0)
  return rest.trim() === '' && pieces.length > 0 ? pieces : [...pieces, { text: rest, calls: [] }]
}
