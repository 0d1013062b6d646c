/** The case that is opened once one is decided: the one that follows, or else the one before it. */
export function nextAfter(ids: readonly string[], id: string): string | undefined {
  const at = ids.indexOf(id)
  return at < 0 ? ids[0] : (ids[at + 1] ?? ids[at - 1])
}

/** The neighbour of a case; the first one where none is chosen, and none beyond the ends. */
export function neighbourOf(
  ids: readonly string[],
  id: string | undefined,
  step: 1 | -1,
): string | undefined {
  const at = id === undefined ? -1 : ids.indexOf(id)
  return at < 0 ? ids[0] : ids[at + step]
}
