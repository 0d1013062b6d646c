/** Matching ignores case. */
export const marks: readonly { open: string; close: string }[] = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection', 'seed:think'].map((tag) => {
    return { open: `<${tag}>`, close: `</${tag}>` }
  }),
  { open: '[think]', close: '[/think]' },
  { open: '◁think▷', close: '◁/think▷' },
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>' },
]
export const closes = marks.map(({ close }) => close)
const allMarks = marks.flatMap(({ open, close }) => [open, close])
export const anyMark = new RegExp(allMarks.map((mark) => mark.replace(/[[\]|]/g, '\\$&')).join('|'), 'gi')

/** Keeps the length of the text, which `toLowerCase` does not guarantee. */
export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}

export function isBeginningOfMark(small: string): boolean {
  return marks.some(({ open, close }) => open.startsWith(small) || close.startsWith(small))
}

/** The longest tag has fewer UTF-16 units than `MARK_UNITS`. */
export const mayBeginMark = /[<[◁]/
const beginningsOfMarks = /[<[◁]/g
const MARK_UNITS = 24

export function lengthOfBegunMark(text: string): number {
  const end = text.slice(-MARK_UNITS)
  for (const { index } of end.matchAll(beginningsOfMarks)) {
    const tail = asciiLowerCase(end.slice(index))
    if (allMarks.some((mark) => mark.length > tail.length && mark.startsWith(tail))) return tail.length
  }
  return 0
}
