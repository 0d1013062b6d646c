import { readCitations } from './citations.ts'

/** A range of a passage's text, in UTF-16 units. */
export interface Marked {
  from: number
  to: number
}

/** What a text says where it cites, with the number that it cites. */
export interface Claim {
  n: number
  text: string
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** The least share of a claim's weight that a sentence must have for the claim to stand in it. */
const LEAST_SHARE = 0.2

/** The most of a text before a citation, in UTF-16 units, that is looked at for its claim. */
const CLAIM_CHARACTERS = 600

/**
 * Returns what a reply's text claims at each of its citations, in order, one for each number: the sentence before the
 * mark, from the citation before it on where anything stands between.
 */
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

/** What of claims is said of one source. */
export const claimsFor = (claims: readonly Claim[], source: number): string[] =>
  claims.flatMap(({ n, text }) => (n === source ? [text] : []))

/** @param since what stands between the mark and the one before it */
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

/**
 * Finds the sentence of a passage that a claim was made from: the one that shares the most words with it, where words
 * that are rare in the passage count more. Of equal ones the first. In scripts without spaces, words are those of the
 * segmenter's dictionary.
 * @returns the range of the sentence; null if none shares enough
 */
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

/** Finds the sentences of a passage that these claims were made from, in order; the whole passage if there are none. */
export function markedIn(passage: string, claims: readonly string[]): Marked[] {
  const found = claims.flatMap((claim) => answeringSentence(passage, claim) ?? [])
  const inOrder = found
    .filter((range, index) => found.findIndex(({ from }) => from === range.from) === index)
    .sort((one, other) => one.from - other.from)
  return inOrder.length > 0 ? inOrder : [{ from: 0, to: passage.length }]
}

/** The ranges of a passage's sentences, without the white space around them. A line that is wrapped ends none. */
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

/** Whether a sentence has a word, or one of five letters and more that begins with it or that it begins with. */
function hasStem(stems: ReadonlySet<string>, stem: string): boolean {
  if (stems.has(stem)) return true
  if (stem.length < 5) return false
  return [...stems].some((other) => other.length >= 5 && (other.startsWith(stem) || stem.startsWith(other)))
}

/** The words of a text, in lower case and without the endings of longer Latin ones. */
function stemsOf(text: string): string[] {
  return [...words.segment(text.normalize('NFKC').toLowerCase())].flatMap(({ segment, isWordLike }) => {
    if (!isWordLike) return []
    return [
      /^\p{Script=Latin}{5,}$/u.test(segment) ? segment.slice(0, Math.max(4, segment.length - 3)) : segment,
    ]
  })
}
