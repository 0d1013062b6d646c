import { CitationReader, type CitedPiece } from '../knowledge/citation-reader.ts'
import type { CitedSource } from '../knowledge/cited-source.ts'

export interface SaidWithSources {
  text: string
  sources: CitedSource[]
}

/**
 * Decides what of a reply's text leaves the server, however it is divided: with each passage that it cites and no
 * other. A number that was not given is removed with the space before it; without passages numbers in brackets are
 * text.
 */
export function citeAsSaid(given: readonly CitedSource[]): {
  take(text: string): SaidWithSources
  rest(): SaidWithSources
} {
  if (given.length === 0) return { take: asItIs, rest: () => asItIs('') }
  const byNumber = new Map(given.map((source) => [source.n, source]))
  const reader = new CitationReader()
  const cited = new Set<number>()
  let end = ''

  function say(pieces: readonly CitedPiece[]): SaidWithSources {
    const sources: CitedSource[] = []
    let text = ''
    for (const piece of pieces) {
      const said = piece.kind === 'text' ? piece.text : written(piece)
      text += said
      end = (end + said).slice(-JOINING_CHARACTERS)
      if (piece.kind !== 'citation') continue
      for (const n of piece.numbers) {
        const source = byNumber.get(n)
        if (source && !cited.has(n)) sources.push(source)
        cited.add(n)
      }
    }
    return { text, sources }
  }
  function written({ kind, text, space, numbers }: Exclude<CitedPiece, { kind: 'text' }>): string {
    const known = numbers.filter((n) => byNumber.has(n))
    if (kind === 'citation' && known.length === numbers.length) return space + text
    if (known.length > 0) return space + known.map((n) => `[${n}]`).join('')
    // Without anything between, what is around could become a citation, or be none any more: `[[99]98]`, `\\[99][1]`.
    return joining.test(end) ? '…' : ''
  }

  return { take: (text) => say(reader.take(text)), rest: () => say(reader.rest()) }
}

/** The end of a text that can change what the brackets behind it mean, and how much of it tells. */
const joining = /(?:\[[ \t\d,;\u2013-]*|\\|(?:^|\s)!)$/
const JOINING_CHARACTERS = 200

const asItIs = (text: string): SaidWithSources => ({ text, sources: [] })
