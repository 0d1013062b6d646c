import type { Db } from '../../db/connect/connect.ts'
import { recollectFacts, stemTexts } from '../../db/memory/facts.ts'
import type { RecollectedFact, Recollecting } from '../chat/recollections.ts'
import { detectLanguage, guessLanguage, searchConfigOf } from '../knowledge/passages/detect-language.ts'
import { searchWords } from '../knowledge/passages/search-words.ts'
import { fitsWhole, pickFacts } from './pick-facts.ts'

/** In characters; it bounds the cost of a search. */
const QUESTION_CHARACTERS = 1_000

/** The facts that a reply is made with, as they are at this moment: nothing of them is kept between replies. */
export async function findFacts(
  db: Db,
  { wallet, agentId, use }: Pick<Recollecting, 'wallet' | 'agentId' | 'use'>,
  question: string,
): Promise<RecollectedFact[]> {
  const facts = await recollectFacts(db, { wallet, agentId, use })
  const told = fitsWhole(facts) ? facts : pickFacts(facts, await stemmed(db, facts, question))
  return told.map(({ id, number, text }) => ({ id, number, text }))
}

/** In the question's language; where it is too short to tell, in the one of the facts, or in the likely one of either. */
async function stemmed(db: Db, facts: readonly { text: string }[], question: string) {
  const asked = question.slice(0, QUESTION_CHARACTERS)
  const all = facts.map(({ text }) => text).join('\n')
  const known = detectLanguage(asked) ?? detectLanguage(all)
  const config = searchConfigOf(known ?? guessLanguage(asked) ?? guessLanguage(all))
  const texts = [asked, ...facts.map(({ text }) => text)].map((text) => searchWords(text))
  const [words = [], ...ofFacts] = await stemTexts(db, config, texts)
  return { question: words, facts: ofFacts }
}
