import { findMails } from './bare-addresses.ts'
import type { Inline } from './tree.ts'

/** A run of `*`, `_` or `~`, of which `left` are not used up yet. */
export interface Run {
  kind: 'run'
  char: string
  length: number
  left: number
  opens: boolean
  closes: boolean
}

/** What the words of a line are read to at first. */
export type Part = Inline | Run | (Inline & { kind: 'link'; bare: true })

/** Emphasis within emphasis; marks beyond that stay as they were written. */
const MAX_EMPHASIS = 16

/** A run that emphasis may begin at. */
interface Opener {
  run: Run
  /** Its place among what is read. */
  at: number
  /** Counted from one on. */
  id: number
}

/**
 * Makes emphasis of the runs of marks, by CommonMark's rules. Behind a run that closes nothing, none of the same kind looks
 * again at what stood before it, so that the work grows with the text and not with its square.
 * @param inLink whether the parts are a link's own, in which no mail address is another
 */
export function emphasise(parts: readonly Part[], inLink: boolean): Inline[] {
  const read: (Inline | Run)[] = []
  const openers: Opener[] = []
  /** By kind of closing run: no opener up to this one fits. */
  const hopeless = new Map<string, number>()
  const depths = new WeakMap<object, number>()
  let ids = 0
  let tooDeep = false

  /** The place of the nearest opener that a run closes; all behind it are given up. */
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
  // Of a run that can do both, CommonMark has `*a**b*` not be taken apart.
  const doesBoth = opener.closes || closer.opens
  return !(doesBoth && (opener.length + closer.length) % 3 === 0 && closer.length % 3 !== 0)
}

/** The parts with neighbouring words as one, runs that mean nothing as words, and the mail addresses in words as links. */
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
