import { functionWords, isNegation, isNegative, numberWords } from './function-words.ts'

/** The share of its words that have to be the person's, and how many of the others there may be in the longest fact. */
const SHARE = 0.6
const MOST_OTHERS = 4
/** Of what was said, so much of the newest counts: it is compared while others wait. */
const SAID_CHARACTERS = 200_000

/**
 * Whether a fact is what a person said, in their words: each name, number and address in it, most of its other words,
 * and whether it is denied. It goes by words alone, so that no model decides it. What it does not recognise as said is
 * only asked about.
 */
export function isSaidByPerson(fact: string, said: readonly string[]): boolean {
  const found = wordsOf(fact)
  if (found.length === 0) return false
  const text = folded(said.join('\n').slice(-SAID_CHARACTERS))
  const clauses = clausesOf(text)
  const matched = matcher(found)
  const saidWords = new Set<Word>()
  for (const clause of clauses) for (const word of matched(clause)) saidWords.add(word)
  const others = found.filter((word) => !saidWords.has(word))
  if (others.some(({ isExact }) => isExact)) return false
  if (others.length > MOST_OTHERS || others.length > found.length * (1 - SHARE)) return false
  return exactPiecesOf(fact).every((piece) => text.includes(piece)) && isAsDenied(fact, clauses, matched)
}

interface Word {
  text: string
  /** Names and numbers; of scripts without capitals every word, since any may be a name. */
  isExact: boolean
  isName: boolean
  /** The first word has a capital letter, whether it is a name or not. */
  isFirst: boolean
  isUncased: boolean
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

const UNCASED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}]/u
/** Endings and particles. */
const SHORT_HIRAGANA = /^\p{Script=Hiragana}{1,3}$/u
const NUMBER = /^\p{Nd}+$/u

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** The words of a fact that say something. */
function wordsOf(fact: string): Word[] {
  const words: Word[] = []
  let isFirst = true
  for (const { segment, isWordLike } of segmenter.segment(fact.normalize('NFKC'))) {
    if (!isWordLike) continue
    for (const piece of segment.split(/['’_.-]/u)) {
      const text = folded(piece)
      if (!/[\p{L}\p{N}]/u.test(text)) continue
      const begins = isFirst
      isFirst = false
      if (functionWords.has(text) || isNegation(text) || (/^\p{Script=Latin}$/u.test(text) && !begins))
        continue
      const isUncased = UNCASED.test(text)
      if (isUncased && SHORT_HIRAGANA.test(text)) continue
      const isName = /^\p{Lu}/u.test(piece)
      const isNumber = /\p{N}/u.test(text) || numberWords.has(text)
      words.push({ text, isName, isFirst: begins, isUncased, isExact: isUncased || isName || isNumber })
    }
  }
  return words
}

/** Addresses and names of accounts, which have to stand there letter for letter. */
function exactPiecesOf(fact: string): string[] {
  return folded(fact)
    .split(/[\s"“”„«»()<>]+/u)
    .map((piece) => piece.replace(/^[^\p{L}\p{N}@/]+|[^\p{L}\p{N}/]+$/gu, ''))
    .filter((piece) => /[@/\\_]|\p{L}\.\p{L}{2}|\p{L}\p{N}|\p{N}\p{L}/u.test(piece))
}

interface Clause {
  text: string
  words: readonly string[]
  isDenied: boolean
}

/** @param text folded */
function clausesOf(text: string): Clause[] {
  return text
    .split(/[.!?;:,\n。！？；，、]+|\s(?:but|aber|sondern|mais|pero|sino|ma|mas|maar|но)\s/u)
    .map((clause) => {
      const words = clause.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
      return { text: clause, words, isDenied: isNegative(`${clause} `, words) }
    })
}

/** Of the clauses that have most of the fact's words, one denies or affirms as the fact does. */
function isAsDenied(fact: string, clauses: readonly Clause[], matched: Matcher): boolean {
  const [whole] = clausesOf(folded(fact).replaceAll(/[.!?;:,\n。！？；，、]+/gu, ' '))
  const counted = clauses.map((clause) => ({ ...clause, count: matched(clause).size }))
  const most = counted.reduce((count, clause) => Math.max(count, clause.count), 1)
  return counted.some(({ count, isDenied }) => count === most && isDenied === whole?.isDenied)
}

type Matcher = (clause: Clause) => ReadonlySet<Word>

/** Finds which words of a fact a clause has. What a word matches is looked up once, however often it was said. */
function matcher(found: readonly Word[]): Matcher {
  const known = new Map<string, readonly Word[]>()
  const uncased = found.filter(({ isUncased }) => isUncased)
  const matchesOf = (said: string) => {
    const before = known.get(said)
    if (before) return before
    const matches = found.filter((word) => isSame(word, said))
    known.set(said, matches)
    return matches
  }
  return ({ text, words }) => {
    const matched = new Set(words.flatMap(matchesOf))
    for (const word of uncased) if (text.includes(word.text)) matched.add(word)
    return matched
  }
}

function isSame(word: Word, said: string): boolean {
  const { text } = word
  if (text === said) return true
  const number = numberOf(text)
  if (number !== null) return number === numberOf(said)
  // Letters and digits together are a name that nothing inflects.
  return !/\p{N}/u.test(text) && isInflected(word, said)
}

function numberOf(word: string): string | null {
  if (NUMBER.test(word)) return word.replace(/^0+(?=\p{Nd})/u, '')
  return numberWords.get(word) ?? null
}

/** Whether two words differ in their endings only: of names by two letters, of others by less than what they share. */
function isInflected({ text: one, isName, isFirst }: Word, other: string): boolean {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  const fewest = /^\p{Script=Hangul}/u.test(one) ? 2 : 4
  if (shared < Math.min(3, fewest)) return false
  const isLong = shared >= fewest
  if (isName && isLong && one.length - shared <= 2 && other.length - shared <= 2) return true
  if (!isName && isLong && shared > 0.6 * Math.max(one.length, other.length)) return true
  const stem = isName && !isFirst ? '' : stemOf(one)
  return stem.length >= 3 && stem === stemOf(other)
}

/** Of short words: lives, living, lived. */
const stemOf = (word: string) => word.replace(/(?:ing|ed|es|s|en|e|st|t|o|a)$/u, '')
