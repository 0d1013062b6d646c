import { diffArrays, diffWords } from 'diff'

/** A part of a text or an item of a list, in reading order. */
export interface Part {
  text: string
  /** `skipped`: unchanged text that is not shown; it is empty. */
  is: 'same' | 'added' | 'removed' | 'skipped'
}

/** With more changes than this nobody reads them word by word, and the minimal diff would block the page. */
const MAX_CHANGES = 600

/** The length of unchanged text that is shown beside a change, in characters. */
const CONTEXT = 90

/** The library splits Latin text itself; other scripts, marks or emoji are split by the browser's segmenter. */
const beyondLatin = /(?!\p{Script=Latin})\p{L}|\p{M}|\p{Extended_Pictographic}/u

/**
 * A completely different text is shown as replaced as a whole.
 * @param unchanged whether unchanged text far from any change is skipped or kept
 */
export function compareTexts(
  before: string,
  after: string,
  unchanged: 'skipped' | 'kept' = 'skipped',
): Part[] {
  const changes = diffWords(before, after, {
    maxEditLength: MAX_CHANGES,
    ...(beyondLatin.test(before + after) && {
      intlSegmenter: new Intl.Segmenter('en', { granularity: 'word' }),
    }),
  })
  const whole: Part[] = [
    { text: before, is: 'removed' },
    { text: after, is: 'added' },
  ]
  if (!changes) return whole.filter(({ text }) => text !== '')
  const parts = changes.map(partOf)
  return unchanged === 'kept' ? parts : skipUnchanged(parts)
}

/** Compares two lists item by item. */
export function compareLists(before: readonly string[], after: readonly string[]): Part[] {
  return diffArrays([...before], [...after]).flatMap(({ value, ...change }) =>
    value.map((text) => partOf({ value: text, ...change })),
  )
}

function partOf({ value, added, removed }: { value: string; added: boolean; removed: boolean }): Part {
  return { text: value, is: added ? 'added' : removed ? 'removed' : 'same' }
}

/** Removes unchanged text that is far from any change. */
function skipUnchanged(parts: Part[]): Part[] {
  return parts.flatMap((part, index): Part[] => {
    const [atStart, atEnd] = [index === 0, index === parts.length - 1]
    if (part.is !== 'same' || (atStart && atEnd) || part.text.length <= 3 * CONTEXT) return [part]
    // Cuts between words; if there is no space nearby, between characters.
    const letters = Array.from(part.text)
    const head = letters.slice(0, CONTEXT).join('')
    const tail = letters.slice(-CONTEXT).join('')
    return [
      ...(atStart ? [] : [{ text: head.replace(/(?<=\s)\S+$/, ''), is: 'same' } as const]),
      { text: '', is: 'skipped' },
      ...(atEnd ? [] : [{ text: tail.replace(/^\S+(?=\s)/, ''), is: 'same' } as const]),
    ]
  })
}
