import { diffArrays, diffWords } from 'diff'

/** A piece of a text or an item of a list, in the order in which both are read. */
export interface Part {
  text: string
  /** `skipped`: unchanged and not of interest; it has no text. */
  is: 'same' | 'added' | 'removed' | 'skipped'
}

/** Beyond so many changes nobody reads word by word, and finding the fewest would freeze the page. */
const MAX_CHANGES = 600

/** How much of an unchanged stretch stays beside a change, in characters. */
const CONTEXT = 90

/** What the library takes apart by itself as a reader would; other scripts, marks and emoji are the browser's to divide. */
const beyondLatin = /(?!\p{Script=Latin})\p{L}|\p{M}|\p{Extended_Pictographic}/u

/** How one text became another, word by word; a text that is another altogether is replaced as a whole. */
export function compareTexts(before: string, after: string): Part[] {
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
  return changes ? skipUnchanged(changes.map(partOf)) : whole.filter(({ text }) => text !== '')
}

/** How one list became another, item by item. */
export function compareLists(before: readonly string[], after: readonly string[]): Part[] {
  return diffArrays([...before], [...after]).flatMap(({ value, ...change }) =>
    value.map((text) => partOf({ value: text, ...change })),
  )
}

function partOf({ value, added, removed }: { value: string; added: boolean; removed: boolean }): Part {
  return { text: value, is: added ? 'added' : removed ? 'removed' : 'same' }
}

/** Leaves out what is far from any change. */
function skipUnchanged(parts: Part[]): Part[] {
  return parts.flatMap((part, index): Part[] => {
    const [atStart, atEnd] = [index === 0, index === parts.length - 1]
    if (part.is !== 'same' || (atStart && atEnd) || part.text.length <= 3 * CONTEXT) return [part]
    // Cut between words; where there are none so near, between characters.
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
