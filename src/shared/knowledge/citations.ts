/** A mark in the text of a reply that cites passages by their numbers: `[2]`, `[1, 3]`, `[2–4]`. */
export interface Citation {
  /** The range of the mark with its brackets, in UTF-16 units. */
  from: number
  to: number
  /** The cited numbers in their order, each once. */
  numbers: number[]
}

/** The greatest number that can be a citation; a reply is never given more passages. */
const MOST = 99

/**
 * Matches citations and everything that can contain a false one, each match as long as possible: a block of fenced code
 * up to its closing fence or the end of the text, code between equal runs of backticks, an escaped character, and
 * brackets around numbers.
 */
const pieces = new RegExp(
  [
    String.raw`(?<fence>^ {0,3}(?<fenceMark>\x60{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^ {0,3}\k<fenceMark>[\x60~]*[ \t]*$|(?![\s\S]))|$))`,
    String.raw`(?<code>(?<!\x60)(?<ticks>\x60+)(?!\x60)[\s\S]*?[^\x60]\k<ticks>(?!\x60))`,
    String.raw`(?<ticksAlone>\x60+)`,
    String.raw`(?<escaped>\\[\s\S])`,
    String.raw`(?<mark>!?\[[ \t]*(?<list>\d{1,3}(?:[ \t]*[,;\u2013-][ \t]*\d{1,3}){0,20})[ \t]*\](?<behind>[(:]?))`,
  ].join('|'),
  'gm',
)

/**
 * Finds the citations in a reply's Markdown. Code, links (`[1](address)`, and the definition `[1]: address` at the
 * beginning of a line), pictures, footnotes (`[^1]`) and escaped brackets are not citations.
 */
export function readCitations(text: string): Citation[] {
  const citations: Citation[] = []
  for (const { groups = {}, index, 0: piece } of text.matchAll(pieces)) {
    const { mark, list = '', behind = '' } = groups
    if (mark === undefined || mark.startsWith('!') || behind === '(') continue
    if (behind === ':' && isLineStart(text, index)) continue
    const numbers = numbersOf(list)
    if (numbers.length > 0) citations.push({ from: index, to: index + piece.length - behind.length, numbers })
  }
  return citations
}

/**
 * Rewrites the citations in a reply's Markdown. Numbers that were not given are removed; if none is left in a mark, the
 * space before it is removed as well.
 * @param given the numbers of the passages that the reply was given
 * @param write returns the text for one number
 */
export function writeCitations(
  text: string,
  given: ReadonlySet<number>,
  write: (n: number) => string,
): string {
  let written = ''
  let at = 0
  for (const { from, to, numbers } of readCitations(text)) {
    const marks = numbers.filter((n) => given.has(n)).map(write)
    const before = text.slice(at, from)
    written += (marks.length === 0 ? before.replace(/[ \t]+$/, '') : before) + marks.join('')
    at = to
  }
  return written + text.slice(at)
}

/** Removes all citations from a reply, for uses without its sources. */
export function withoutCitations(text: string): string {
  return writeCitations(text, new Set(), () => '')
}

/** Removes a citation that may be incomplete at the end of a growing text. */
export function withoutOpenCitation(text: string): string {
  return text.replace(/[ \t]*\[[ \t\d,;\u2013-]{0,40}$/, '')
}

function isLineStart(text: string, at: number): boolean {
  return /(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, at - 4), at))
}

/** Parses a list of numbers and ranges, such as `1, 3-5`. */
function numbersOf(list: string): number[] {
  const numbers = new Set<number>()
  for (const item of list.split(/[,;]/)) {
    const [first = 0, last = first] = item.split(/[\u2013-]/).map(Number)
    for (let n = first; n <= Math.min(last, MOST); n++) if (n >= 1) numbers.add(n)
  }
  return [...numbers]
}
