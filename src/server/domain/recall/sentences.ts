import { frequenciesIn, NEIGHBOUR_SHARE, placesOf, scoreOf, type Weights } from './score.ts'
import { recallWords } from './words.ts'

/** A message of the path that may answer, with its score among its neighbours. */
interface Candidate {
  number: number
  role: 'user' | 'assistant'
  content: string
  score: number
}

interface Sentence {
  candidate: Candidate
  from: number
  to: number
  own: number
  score: number
}

/** Longer sentences, such as a table or a program, are cut. */
const SENTENCE_CHARACTERS = 500

/** Of the best messages; it bounds the work where messages are long. */
const READ_CHARACTERS = 200_000

/** Of the best sentence's score: what answers worse takes room for nothing. */
const LEAST_SHARE = 0.25

/** Between sentences of a message that do not follow each other. */
const GAP = ' … '

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The best sentences of at most so many characters, by number of their message. A sentence counts for its own words, for
 * the better of its neighbours', and for its message.
 */
export function chooseSentences(
  candidates: readonly Candidate[],
  weights: Weights,
  limitCharacters: number,
): Map<number, string> {
  const sentences = scoredSentences(candidates, weights)
  const least = sentences.reduce((best, { score }) => Math.max(best, score), 0) * LEAST_SHARE
  const ranked = sentences
    .filter(({ score }) => score > 0 && score >= least)
    .sort(
      (one, other) =>
        other.score - one.score ||
        byRole(one.candidate, other.candidate) ||
        other.candidate.number - one.candidate.number ||
        one.from - other.from,
    )
  const chosen = new Map<number, Sentence[]>()
  const said = new Set<string>()
  let room = limitCharacters
  for (const sentence of ranked) {
    const text = textOf(sentence)
    const taken = chosen.get(sentence.candidate.number) ?? []
    const needed = text.length + (taken.length === 0 ? 0 : GAP.length)
    if (needed > room || said.has(text)) continue
    room -= needed
    said.add(text)
    chosen.set(sentence.candidate.number, [...taken, sentence])
  }
  return new Map([...chosen].map(([number, taken]) => [number, joined(taken)]))
}

/** The person's before the agent's. */
const byRole = (one: Candidate, other: Candidate) =>
  Number(one.role === 'assistant') - Number(other.role === 'assistant')

function scoredSentences(candidates: readonly Candidate[], weights: Weights): Sentence[] {
  const places = placesOf(weights.terms)
  const ofMessages: Sentence[][] = []
  let [words, count, characters] = [0, 0, 0]
  const lengths = new Map<Sentence, { length: number; frequencies: number[] | undefined }>()
  for (const candidate of candidates.toSorted((one, other) => other.score - one.score)) {
    if (characters > 0 && characters + candidate.content.length > READ_CHARACTERS) continue
    characters += candidate.content.length
    const sentences = cutSentences(candidate.content).map((range) => ({
      ...{ ...range, candidate, own: 0, score: 0 },
    }))
    for (const sentence of sentences) {
      const counted = recallWords(textOf(sentence))
      words += counted.length
      count++
      lengths.set(sentence, { length: counted.length, frequencies: frequenciesIn(counted, places) })
    }
    ofMessages.push(sentences)
  }
  const within = { ...weights, meanLength: Math.max(1, words / Math.max(1, count)) }
  for (const [sentence, counted] of lengths) sentence.own = scoreOf(counted, within)
  for (const sentences of ofMessages)
    for (const [index, sentence] of sentences.entries()) {
      const neighbours = Math.max(sentences[index - 1]?.own ?? 0, sentences[index + 1]?.own ?? 0)
      sentence.score = sentence.own + NEIGHBOUR_SHARE * neighbours + sentence.candidate.score
    }
  return ofMessages.flat()
}

const textOf = ({ candidate, from, to }: Sentence) => candidate.content.slice(from, to)

/** In the order of the message, with what stands between those that follow each other. */
function joined(sentences: readonly Sentence[]): string {
  const [first, ...others] = sentences.toSorted((one, other) => one.from - other.from)
  if (!first) return ''
  let text = textOf(first)
  let last = first
  for (const sentence of others) {
    const between = last.candidate.content.slice(last.to, sentence.from)
    const follows = between.length <= GAP.length && between.trim() === ''
    text += `${follows ? between : GAP}${textOf(sentence)}`
    last = sentence
  }
  return text
}

/** Ranges of sentences, without the space around them. */
export function cutSentences(text: string): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    let from = index + (segment.length - segment.trimStart().length)
    const to = index + segment.trimEnd().length
    while (from < to) {
      const end = to - from > SENTENCE_CHARACTERS ? cutBefore(text, from, from + SENTENCE_CHARACTERS) : to
      ranges.push({ from, to: end })
      from = end
      while (from < to && /\s/.test(text.charAt(from))) from++
    }
  }
  return ranges
}

/** Behind the last space of a range; where there is none, no character is cut in two. */
function cutBefore(text: string, from: number, most: number): number {
  const space = text.lastIndexOf(' ', most)
  if (space > from + SENTENCE_CHARACTERS / 2) return space
  return /[\udc00-\udfff]/.test(text.charAt(most)) ? most - 1 : most
}
