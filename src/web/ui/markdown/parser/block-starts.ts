import { matchAt, unescaped } from './characters.ts'

const bullet = /([-+*])(?=[ \t]|$)/y
const number = /(\d{1,9})([.)])(?=[ \t]|$)/y
const fence = /(`{3,})[^`]*$|(~{3,})/y
const note = /\[\^([^\]\s[]{1,99})\]:/y
const heading = /(#{1,6})(?=[ \t]|$)/y

/** `mark` is the same in all items of a list, `start` is undefined for a bullet. */
export function itemMarkAt(
  text: string,
  at: number,
): { length: number; mark: string; start: number | undefined } | undefined {
  const dot = matchAt(bullet, text, at)
  if (dot) return { length: dot[0].length, mark: dot[1] ?? '', start: undefined }
  const counted = matchAt(number, text, at)
  return counted
    ? { length: counted[0].length, mark: counted[2] ?? '', start: Number(counted[1]) }
    : undefined
}

/** `[^label]:` */
export function noteMarkAt(text: string, at: number): { length: number; label: string } | undefined {
  const found = matchAt(note, text, at)
  return found ? { length: found[0].length, label: found[1] ?? '' } : undefined
}

export function headingOf(rest: string): { level: number; text: string } | undefined {
  const level = matchAt(heading, rest, 0)?.[1]?.length
  return level === undefined ? undefined : { level, text: headingText(rest.slice(level)) }
}

/** Without the closing `#` characters. */
function headingText(rest: string): string {
  const text = rest.trim()
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end--
  if (end === text.length) return text
  return end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t' ? text.slice(0, end).trimEnd() : text
}

/** The level of the heading that the line makes of the paragraph above it. */
export function underlineOf(rest: string): 1 | 2 | undefined {
  const first = rest.charAt(0)
  const line = rest.trimEnd()
  if ((first !== '=' && first !== '-') || line !== first.repeat(line.length)) return undefined
  return first === '=' ? 1 : 2
}

/** Three or more of the same character, and spaces. */
export function isRule(rest: string): boolean {
  const sign = rest.charAt(0)
  if (sign !== '-' && sign !== '*' && sign !== '_') return false
  let signs = 0
  for (const char of rest) {
    if (char === sign) signs++
    else if (char !== ' ' && char !== '\t') return false
  }
  return signs >= 3
}

export function fenceOf(rest: string): { fence: string; language: string } | undefined {
  const match = matchAt(fence, rest, 0)
  const found = match?.[1] ?? match?.[2]
  if (!found) return undefined
  const [language = ''] = unescaped(rest.slice(found.length).trim()).split(/\s/, 1)
  return { fence: found, language }
}
