import { findMails } from './bare-addresses.ts'
import { runLength } from './characters.ts'
import type { Inline } from './tree.ts'

/** Of `*`, `_` or `~`; `left` is the number of its characters that are not used yet. */
interface Run {
  kind: 'run'
  char: string
  length: number
  left: number
  opens: boolean
  closes: boolean
}

/** Of a line after the first pass. */
export type Part = Inline | Run | (Inline & { kind: 'link'; bare: true })

const mark = /[\p{P}\p{S}]/u

/** Whether it can open or close emphasis follows CommonMark's rules of flanking. */
export function runAt(text: string, at: number): Run {
  const char = text.charAt(at)
  const length = runLength(text, at)
  const before = at === 0 ? ' ' : characterBefore(text, at)
  const after = String.fromCodePoint(text.codePointAt(at + length) ?? 32)
  const [spaceBefore, spaceAfter] = [/\s/.test(before), /\s/.test(after)]
  const [markBefore, markAfter] = [mark.test(before), mark.test(after)]
  const opens = !spaceAfter && (!markAfter || spaceBefore || markBefore)
  const closes = !spaceBefore && (!markBefore || spaceAfter || markAfter)
  const isWordwise = char === '_'
  return {
    kind: 'run',
    char,
    length,
    left: length,
    opens: opens && (!isWordwise || !closes || markBefore),
    closes: closes && (!isWordwise || !opens || markAfter),
  }
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff && at > 1 ? text.slice(at - 2, at) : text.charAt(at - 1)
}

/** Deeper markers stay plain text. */
const MAX_EMPHASIS = 16

interface Opener {
  run: Run
  /** Its index among the parts. */
  at: number
  /** Counted from 1. */
  id: number
}

/**
 * Resolves runs by CommonMark's rules. After a run that closes nothing, later runs of its kind do not search the parts
 * before it again, so that the work is linear, not quadratic.
 * @param inLink the parts are within a link, where mail addresses are not linked
 */
export function emphasise(parts: readonly Part[], inLink: boolean): Inline[] {
  const read: (Inline | Run)[] = []
  const openers: Opener[] = []
  /** By kind of closing run, the highest opener id that is known not to match. */
  const hopeless = new Map<string, number>()
  const depths = new WeakMap<object, number>()
  let ids = 0
  let tooDeep = false

  /** Discards the openers after it. */
  function openerOf(run: Run): Opener | undefined {
    const kind = `${run.char}${run.opens ? 1 : 0}${run.char === '~' ? run.left : run.length % 3}`
    const bottom = hopeless.get(kind) ?? 0
    for (let index = openers.length - 1; index >= 0; index--) {
      const opener = openers[index]
      if (!opener || opener.id <= bottom) break
      if (!fits(opener.run, run)) continue
      openers.length = index + 1
      return opener
    }
    hopeless.set(kind, ids)
    return undefined
  }

  function close(run: Run) {
    while (run.left > 0 && !tooDeep) {
      const opener = openerOf(run)
      if (!opener) return
      const used = run.char === '~' ? run.left : Math.min(run.left, opener.run.left, 2)
      const within = read.splice(opener.at + 1)
      const depth = 1 + within.reduce((most, part) => Math.max(most, depths.get(part) ?? 0), 0)
      if (depth > MAX_EMPHASIS) {
        for (const part of within) read.push(part)
        tooDeep = true
        return
      }
      const kind = run.char === '~' ? 'struck' : used === 2 ? 'strong' : 'emphasis'
      const emphasis: Inline = { kind, children: settle(within, inLink) }
      depths.set(emphasis, depth)
      run.left -= used
      opener.run.left -= used
      if (opener.run.left === 0) {
        read.pop()
        openers.pop()
      }
      read.push(emphasis)
    }
  }

  for (const part of parts) {
    if (part.kind === 'run') {
      if (part.closes) close(part)
      if (part.left === 0) continue
      if (part.opens && !(part.char === '~' && part.length > 2))
        openers.push({ run: part, at: read.length, id: ++ids })
    }
    read.push(part)
  }
  return settle(read, inLink)
}

function fits(opener: Run, closer: Run): boolean {
  if (opener.char !== closer.char) return false
  if (opener.char === '~') return opener.left === closer.left
  // CommonMark's rule for runs that can both open and close: `*a**b*` is not split.
  const doesBoth = opener.closes || closer.opens
  return !(doesBoth && (opener.length + closer.length) % 3 === 0 && closer.length % 3 !== 0)
}

/** Merges adjacent texts, turns unused runs into text, and links the mail addresses in it. */
function settle(parts: readonly (Inline | Run)[], inLink: boolean): Inline[] {
  const settled: Inline[] = []
  let words = ''
  const sayWords = () => {
    if (words === '') return
    if (inLink) settled.push({ kind: 'text', text: words })
    else for (const piece of findMails(words)) settled.push(piece)
    words = ''
  }
  for (const part of parts) {
    if (part.kind === 'text') words += part.text
    else if (part.kind === 'run') words += part.char.repeat(part.left)
    else {
      sayWords()
      settled.push(part)
    }
  }
  sayWords()
  return settled
}
