import { readCitations } from './citations.ts'

/** In UTF-16 units. */
export interface Marked {
  from: number
  to: number
}

export interface Claim {
  n: number
  text: string
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** A claim does not stand in a sentence with less of its weight. */
const LEAST_SHARE = 0.2

/** The text before a citation in which its claim is looked for, in UTF-16 units. */
const CLAIM_CHARACTERS = 600

/** For each cited number the sentence before its mark, or what of it follows an earlier mark. */
export function claimsOf(text: string): Claim[] {
  const claims: Claim[] = []
  let end = 0
  let claim = ''
  for (const { from, to, numbers } of readCitations(text)) {
    const since = text.slice(end, from)
    end = to
    // A mark next to another one cites for the same claim.
    if (stemsOf(since).length > 0) claim = claimBefore(text, from, since)
    claims.push(...numbers.map((n) => ({ n, text: claim })))
  }
  return claims
}

export const claimsFor = (claims: readonly Claim[], source: number): string[] =>
  claims.flatMap(({ n, text }) => (n === source ? [text] : []))

function claimBefore(text: string, from: number, since: string): string {
  const before = text
    .slice(Math.max(0, from - CLAIM_CHARACTERS), from)
    .replace(/\[[\d,;\s\u2013-]{1,40}\]/g, ' ')
  const block = before.slice(before.search(/\n[^\n]*[\p{L}\p{N}][^\n]*\s*$/u) + 1)
  const sentence = sentencesOf(block).findLast(
    (range) => stemsOf(block.slice(range.from, range.to)).length > 0,
  )
  const whole = sentence ? block.slice(sentence.from, sentence.to) : ''
  return (since.length < whole.length && stemsOf(since).length > 1 ? since : whole).trim()
}

/** Finds the sentence that shares most with the claim, where rare words count more; null if none shares enough. */
export function answeringSentence(passage: string, claim: string): Marked | null {
  const candidates = sentencesOf(passage).map((range) => ({
    ...range,
    stems: new Set(stemsOf(passage.slice(range.from, range.to))),
  }))
  const claimed = [...new Set(stemsOf(claim))].map((stem) => {
    const frequency = candidates.filter(({ stems }) => hasStem(stems, stem)).length
    return { stem, weight: Math.log((candidates.length + 1) / (frequency + 0.5)) * lengthWeight(stem) }
  })
  const all = claimed.reduce((sum, { weight }) => sum + weight, 0)
  let best: { range: Marked; score: number } | null = null
  for (const { stems, ...range } of candidates) {
    const shared = claimed.filter(({ stem }) => hasStem(stems, stem))
    const score = shared.reduce((sum, { weight }) => sum + weight, 0)
    const isEnough = score >= all * LEAST_SHARE && shared.length >= Math.min(2, claimed.length)
    if (isEnough && score > 0 && score > (best?.score ?? 0) + 1e-9) best = { range, score }
  }
  return best?.range ?? null
}

/** In order; the whole passage if no sentence is found. */
export function markedIn(passage: string, claims: readonly string[]): Marked[] {
  const found = claims.flatMap((claim) => answeringSentence(passage, claim) ?? [])
  const inOrder = found
    .filter((range, index) => found.findIndex(({ from }) => from === range.from) === index)
    .sort((one, other) => one.from - other.from)
  return inOrder.length > 0 ? inOrder : [{ from: 0, to: passage.length }]
}

/** Ranges have no white space around. A wrapped line ends no sentence. */
function sentencesOf(passage: string): Marked[] {
  const unwrapped = passage.replace(/(?<=[^\s.!?:])\n(?=\p{Ll})/gu, ' ')
  return [...sentences.segment(unwrapped)].flatMap(({ segment, index }) => {
    const text = segment.trim()
    const from = index + segment.indexOf(text)
    return text === '' ? [] : [{ from, to: from + text.length }]
  })
}

/** A word of one or two Latin letters tells little; a number tells much. */
function lengthWeight(stem: string): number {
  if (/^\p{N}/u.test(stem)) return 1.5
  return /^\p{Script=Latin}{1,3}$/u.test(stem) ? 0.4 : 1
}

/** A word of five letters and more also matches one that it begins, or that begins it. */
function hasStem(stems: ReadonlySet<string>, stem: string): boolean {
  if (stems.has(stem)) return true
  if (stem.length < 5) return false
  return [...stems].some((other) => other.length >= 5 && (other.startsWith(stem) || stem.startsWith(other)))
}

/** Longer Latin words lose their endings. */
function stemsOf(text: string): string[] {
  return [...words.segment(text.normalize('NFKC').toLowerCase())].flatMap(({ segment, isWordLike }) => {
    if (!isWordLike) return []
    return [
      /^\p{Script=Latin}{5,}$/u.test(segment) ? segment.slice(0, Math.max(4, segment.length - 3)) : segment,
    ]
  })
}
