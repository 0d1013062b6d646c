/** UTF-16 units; what is longer stays text, because drawing it would block the page. */
const MAX_FORMULA = 2_000

/** `at` is behind its closing delimiter. */
export interface FoundFormula {
  source: string
  display: boolean
  at: number
}

/**
 * `$…$` by Pandoc's rule (no space inside either dollar sign, no digit after the closing one), `$$…$$`, `\(…\)`, and
 * `\[…\]` on lines of its own. The delimiters are collected in one pass, so that the work is linear however many open
 * nothing.
 */
export function formulasOf(text: string) {
  let closes: Record<'$' | '$$' | ')' | ']', { places: number[]; next: number }> | undefined
  const next = (kind: '$' | '$$' | ')' | ']', from: number): number | undefined => {
    closes ??= closesOf(text)
    const same = closes[kind]
    while ((same.places[same.next] ?? Number.POSITIVE_INFINITY) < from) same.next++
    return same.places[same.next]
  }
  const between = (kind: '$' | '$$' | ')' | ']', from: number): FoundFormula | undefined => {
    const close = next(kind, from)
    if (close === undefined || close - from > MAX_FORMULA) return undefined
    const source = text.slice(from, close)
    // Code is never a formula, and escaped brackets around signs alone are just that.
    if (source.includes('`') || !/[\p{L}\p{N}]/u.test(source)) return undefined
    const display = kind === '$$' || kind === ']'
    return { source: source.trim(), display, at: close + (kind === '$' ? 1 : 2) }
  }
  return {
    atDollar(at: number): FoundFormula | undefined {
      if (text[at - 1] === '$') return undefined
      if (text[at + 1] !== '$') return /\s/.test(text.charAt(at + 1)) ? undefined : between('$', at + 1)
      return text[at + 2] === '$' ? undefined : between('$$', at + 2)
    },
    atBackslash(at: number): FoundFormula | undefined {
      if (text[at + 1] === '(') return between(')', at + 2)
      if (text[at + 1] !== '[' || (at > 0 && text[at - 1] !== '\n')) return undefined
      return between(']', at + 2)
    },
  }
}

function closesOf(text: string) {
  const closes = {
    $: { places: [] as number[], next: 0 },
    $$: { places: [] as number[], next: 0 },
    ')': { places: [] as number[], next: 0 },
    ']': { places: [] as number[], next: 0 },
  }
  for (const { 0: mark, index } of text.matchAll(/\\[\s\S]|\$+/g)) {
    if (mark === '\\)') closes[')'].places.push(index)
    else if (mark === '\\]') {
      // Escaped brackets within a line are brackets.
      if (/^[.,;]?[ \t]*(?:\n|$)/.test(text.slice(index + 2, index + 40))) closes[']'].places.push(index)
    } else if (mark === '$$') closes.$$.places.push(index)
    else if (mark === '$' && !/\s/.test(text.charAt(index - 1)) && !/\d/.test(text.charAt(index + 1)))
      closes.$.places.push(index)
  }
  return closes
}

/** The closing delimiter of a display formula that the line begins and does not end. */
export function openedFormula(line: string): string | undefined {
  const close = line.startsWith('$$') ? '$$' : /^\\\[(?:\s|$)/.test(line) ? '\\]' : undefined
  return close === undefined || line[2] === '$' || line.includes(close, 2) ? undefined : close
}
