import type { AskedWords, Lexeme, Searched } from '../../db/knowledge/find-passages.ts'
import { detectLanguage, searchConfigOf } from './passages/detect-language.ts'
import { searchWords } from './passages/search-words.ts'

/** A searched word, as it is in the sources of each language. */
export interface Term {
  lexemes: Lexeme[]
  /** A word of the question is 1. */
  weight: number
}

export interface Question {
  own: readonly string[]
  /** Words of the question before that this one lacks. */
  before: readonly string[]
  language: string | null
}

/** In characters; it bounds the cost of a search. */
const QUESTION_CHARACTERS = 1_000

/** A follow-up of one word gets its subject from the question before; a whole question outweighs that one. */
const WEIGHT_OF_BEFORE = 0.8

/** @param before the question before, if this one may refer to it */
export function readQuestion(question: string, before = ''): Question {
  const own = wordsOf(question)
  return {
    own: [...own],
    before: [...wordsOf(before)].filter((word) => !own.has(word)),
    language: detectLanguage(question.slice(0, QUESTION_CHARACTERS)),
  }
}

const wordsOf = (text: string) =>
  new Set(searchWords(text.slice(0, QUESTION_CHARACTERS)).split(' ').filter(Boolean))

export function askedWords({ own, before, language }: Question): AskedWords {
  return { words: [...own, ...before], config: language === null ? null : searchConfigOf(language) }
}

export interface QuestionTerms {
  config: string
  language: string | null
  terms: Term[]
}

/** A stop word of the question is no term: English is indexed without "on", so only a list of prices would have it. */
export function termsOf(question: Question, searched: Searched): QuestionTerms {
  const { own, before, language } = question
  const known = Map.groupBy(searched.lexemes, ({ word }) => word)
  const isWord = (config: string) => (word: string) => known.get(word)?.some((of) => of.config === config)
  const told = askedWords(question).config
  const configs = told === null ? configsOf(searched) : [told, ...configsOf(searched)]
  const stopWords = configs.map((config) => own.length - own.filter(isWord(config)).length)
  const config = configs[stopWords.indexOf(Math.max(...stopWords))] ?? 'simple'

  const used = new Set(configsOf(searched))
  const terms = new Map<string, Term>()
  const add = (words: readonly string[], weight: number) => {
    for (const word of words.filter(isWord(config))) {
      const lexemes = known.get(word) ?? []
      // Two forms of one word are one term.
      const key = lexemes.flatMap((of) => (of.config === config ? [of.lexeme] : [])).join(' ')
      const term = terms.get(key) ?? { lexemes: [], weight }
      if (term.weight !== weight) continue
      for (const { config, lexeme } of lexemes)
        if (used.has(config) && !term.lexemes.some((of) => of.config === config && of.lexeme === lexeme))
          term.lexemes.push({ config, lexeme })
      terms.set(key, term)
    }
  }
  add(own, 1)
  add(before, terms.size === 0 ? 1 : WEIGHT_OF_BEFORE / terms.size)
  return { config, language, terms: [...terms.values()] }
}

/** Those of prose first, and of the most passages. */
function configsOf({ versions }: Searched): string[] {
  const passages = new Map<string, number>()
  for (const { searchConfig, language, passages: count } of versions)
    passages.set(searchConfig, (passages.get(searchConfig) ?? 0) + (language === null ? 0 : count))
  return [...passages].sort(([, one], [, other]) => other - one).map(([config]) => config)
}
