import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'

const MOST_QUOTES = 4

const QUOTE_CHARACTERS = 420

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

const ONLY_QUOTES =
  'No model is connected, so I can only quote. These sentences of my sources have words of your question:'
const NOTHING_THERE =
  'No model is connected, so I can only quote, and I found no sentence in my sources with the words of your question.'

/** Quotes the sentences that share the most words with the question. */
export function quoteAnswer(question: string, sources: readonly CitedSource[]): string {
  const chosen = bestSentences(question, sources)
  if (chosen.length === 0) return NOTHING_THERE
  return [ONLY_QUOTES, ...chosen.map(({ from, text }) => `> ${literal(text)} [${from.n}]`)].join('\n\n')
}

/** The sentences that share the most words with the question, each once, with what it stands in. */
export function bestSentences<Source extends { quote: string }>(
  question: string,
  sources: readonly Source[],
): { from: Source; text: string }[] {
  const asked = new Set(stemsOf(question))
  const quotes = sources
    .flatMap((from) =>
      sentencesOf(from.quote).map((text) => ({ from, text, shared: sharedWith(asked, text) })),
    )
    .filter(({ shared }) => shared > 0)
    // Equal sentences keep their order: the best passages come first.
    .sort((one, other) => other.shared - one.shared)
  const chosen = quotes.filter(
    ({ text }, index) => quotes.findIndex((other) => other.text === text) === index,
  )
  const best = chosen[0]?.shared ?? 0
  return chosen.filter(({ shared }) => shared * 2 > best).slice(0, MOST_QUOTES)
}

/** What is no sentence, such as a line of a table, is cut if it is too long. */
function sentencesOf(text: string): string[] {
  return [...sentences.segment(text)].flatMap(({ segment }) => {
    const line = segment.replace(/\s+/g, ' ').trim()
    if (!/[\p{L}\p{N}]/u.test(line)) return []
    if (line.length <= QUOTE_CHARACTERS) return [line]
    return [`${line.slice(0, line.lastIndexOf(' ', QUOTE_CHARACTERS) + 1 || QUOTE_CHARACTERS).trimEnd()}…`]
  })
}

/** Longer words count slightly more, because they are more specific. */
function sharedWith(asked: ReadonlySet<string>, text: string): number {
  let shared = 0
  for (const stem of new Set(stemsOf(text))) if (asked.has(stem)) shared += 1 + stem.length / 10
  return shared
}

function stemsOf(text: string): string[] {
  return [...words.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) => {
    if (!isWordLike || common.has(segment)) return []
    return [
      /^\p{Script=Latin}{6,}$/u.test(segment) ? segment.slice(0, Math.max(5, segment.length - 3)) : segment,
    ]
  })
}

const common = new Set(
  [
    'a about also am an and any are as at be been but by can could did do does for from had has have how i if in into is it',
    'its me my no not of on or our please say says so some tell than that the their them then there these they this those to',
    'us was we were what when where which who whom whose why will with would you your',
    'aber als am an auch auf aus bei bin bis das dass dem den der des die du ein eine einem einen einer er es für hat ich ihr',
    'im in ist ja kann man mein mit nach nicht noch nur ob oder sich sie sind so und uns vom von war was wann wer wie wird wo',
    'wozu zu zum zur',
  ].flatMap((line) => line.split(' ')),
)

/** Nothing in it has a meaning in Markdown or looks like a citation. */
export function literal(text: string): string {
  return text
    .replace(/[\\`$*_[\]<>~|#]/g, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^([-+])/, '\\$1')
}
