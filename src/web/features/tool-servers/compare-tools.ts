import { diffLines, diffWordsWithSpace } from 'diff'

/** A line of the difference; the pieces of a changed one say what of it is other. */
export type Line =
  | { is: 'same'; text: string }
  | { is: 'skipped'; lines: number }
  | { is: 'added' | 'removed'; pieces: { text: string; isNew: boolean }[] }

/** Unchanged lines that are shown beside a change. */
const CONTEXT = 2

/** With more changes than this a text is shown as replaced, since the smallest difference would block the page. */
const MAX_CHANGES = 2_000

/** Compares two texts of many lines: lines first, and then what of a line that was replaced is other. */
export function compareTools(before: string, after: string): Line[] {
  const parts = diffLines(before, after, { maxEditLength: MAX_CHANGES })
  if (!parts) return [...whole('removed', linesOf(before)), ...whole('added', linesOf(after))]
  const lines: Line[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    if (!part) continue
    const next = parts[index + 1]
    if (part.removed && next?.added) {
      lines.push(...replaced(linesOf(part.value), linesOf(next.value)))
      index++
    } else if (part.removed || part.added)
      lines.push(...whole(part.removed ? 'removed' : 'added', linesOf(part.value)))
    else lines.push(...context(linesOf(part.value), index === 0, index === parts.length - 1))
  }
  return lines
}

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n')

const whole = (is: 'added' | 'removed', lines: readonly string[]): Line[] =>
  lines.map((text) => ({ is, pieces: [{ text, isNew: false }] }))

function replaced(before: readonly string[], after: readonly string[]): Line[] {
  if (before.length !== after.length) return [...whole('removed', before), ...whole('added', after)]
  return before.flatMap((line, index): Line[] => {
    const words = diffWordsWithSpace(line, after[index] ?? '', { maxEditLength: MAX_CHANGES })
    if (!words) return [...whole('removed', [line]), ...whole('added', [after[index] ?? ''])]
    const side = (is: 'added' | 'removed'): Line => ({
      is,
      pieces: words.flatMap(({ value, added, removed }) =>
        (is === 'added' ? removed : added) ? [] : [{ text: value, isNew: added || removed }],
      ),
    })
    return [side('removed'), side('added')]
  })
}

function context(lines: readonly string[], isFirst: boolean, isLast: boolean): Line[] {
  const head = isFirst ? 0 : CONTEXT
  const tail = isLast ? 0 : CONTEXT
  const same = (text: string): Line => ({ is: 'same', text })
  const skipped = lines.length - head - tail
  if (skipped <= 1) return lines.map(same)
  return [
    ...lines.slice(0, head).map(same),
    { is: 'skipped', lines: skipped },
    ...lines.slice(lines.length - tail).map(same),
  ]
}
