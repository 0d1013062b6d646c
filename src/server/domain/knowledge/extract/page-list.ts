const MOST_LISTED = 8

/** “Page 3”, “Pages 3, 4 and 9”, “Pages 1, 2, 3 and 20 others”. */
export function listedPages(pages: readonly number[]): string {
  if (pages.length === 1) return `Page ${pages[0]}`
  const named = pages.length > MOST_LISTED ? pages.slice(0, MOST_LISTED) : pages.slice(0, -1)
  const last =
    pages.length > MOST_LISTED
      ? `${(pages.length - MOST_LISTED).toLocaleString('en-US')} others`
      : pages.at(-1)
  return `Pages ${named.join(', ')} and ${last}`
}

/** The pages that `listedPages` named at a note's beginning, without those it only counted. */
export function pagesOfNote(sentence: string): number[] {
  const list = /^Pages? (\d+(?:, \d+)*)(?: and (\d[\d,]*)( others)?)?/.exec(sentence)
  if (!list) return []
  const [, named = '', last, isCount] = list
  return [...named.split(', '), ...(last && !isCount ? [last] : [])].map(Number)
}
