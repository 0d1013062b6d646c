import { expect, test } from 'vitest'
import { agentSources } from '../../../../test/agent-sources.ts'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { randomFrom } from '../../../../test/random-from.ts'
import { findSearched } from '../../db/knowledge/find-passages.ts'
import { usualFeedback } from './knowledge.ts'
import { askedWords, readQuestion } from './question-terms.ts'
import { createRanking } from './rank-passages.ts'

const database = await testDatabase()
const { db } = database
const app = testApp(database)
const ada = await app.signIn()
const sources = agentSources(app)

const vocabulary = 'bakulo dorimu felana gotiri hamaku jeloda kiroba limufa nodika poteru'.split(' ')

/** A text of so many words, the first ones of the vocabulary more often than the last. */
function invent(words: number, seed: number): string {
  const random = randomFrom(seed)
  return Array.from({ length: words }, () => vocabulary[Math.floor(random() ** 2 * vocabulary.length)]).join(
    ' ',
  )
}

const rank = createRanking({ db })
const everything = { most: 100, feedback: null }
const places = (ranked: { versionId: number; number: number }[]) =>
  ranked.map(({ versionId, number }) => `${versionId} ${number}`)

test('passages are ranked by BM25 over all documents of the agent', async () => {
  const agent = await sources.makeAgent(ada)
  const texts = Array.from({ length: 12 }, (_, index) => invent(3 + index * 4, index))
  // Stop words, which are not searched, make it prose.
  for (const [index, text] of texts.entries())
    await sources.read(agent, ada, { name: `${index}.txt`, body: `${text} of the and to in is it` })
  const search = (question: string) =>
    findSearched(db, { agentId: agent.id, wallet: ada.wallet.address }, askedWords(readQuestion(question)))
  const documents = texts.map((text) => text.split(' '))
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length
  for (const question of ['bakulo', 'poteru limufa', 'dorimu gotiri poteru jeloda', 'unheardof']) {
    const scores = new Map<string, number>()
    for (const [index, document] of documents.entries()) {
      for (const word of question.split(' ')) {
        const found = documents.filter((other) => other.includes(word)).length
        const frequency = document.filter((other) => other === word).length
        const rarity = Math.log(1 + (documents.length - found + 0.5) / (found + 0.5))
        const score =
          (rarity * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * document.length) / mean))
        if (score > 0) scores.set(`${index}.txt`, (scores.get(`${index}.txt`) ?? 0) + score)
      }
    }
    const searched = await search(question)
    const ranked = await rank(searched, readQuestion(question), everything)
    const nameOf = new Map(searched.versions.map(({ id, name }) => [id, name]))
    expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).sort((a, b) => b - a))
    expect(ranked).toHaveLength(scores.size)
    for (const { versionId, score } of ranked)
      expect(score).toBeCloseTo(scores.get(nameOf.get(versionId) ?? '') ?? 0, 9)
    expect(places(await rank(searched, readQuestion(question), { ...everything, most: 3 }))).toEqual(
      places(ranked.slice(0, 3)),
    )
  }
})

test('what is kept of an index changes no ranking, whichever server adds or removes a document', async () => {
  const agent = await sources.makeAgent(ada)
  const keepsNothing = createRanking({ db, indexBytes: 0 })
  const options = { most: 20, feedback: usualFeedback }
  const question = readQuestion('poteru limufa dorimu')
  const scope = { agentId: agent.id, wallet: ada.wallet.address }
  const rankings = async () => {
    const searched = await findSearched(db, scope, askedWords(question))
    const [kept, anew] = [
      await rank(searched, question, options),
      await keepsNothing(searched, question, options),
    ]
    expect(kept).toEqual(anew)
    expect(await createRanking({ db })(searched, question, options)).toEqual(anew)
    return places(kept)
  }
  const first = await sources.read(agent, ada, { name: 'first.txt', body: invent(60, 1) })
  const one = await rankings()
  expect(one).toHaveLength(1)
  await sources.read(agent, ada, { name: 'second.txt', body: invent(40, 2) })
  const two = await rankings()
  expect(two).toHaveLength(2)
  await app.send('DELETE', `/api/agents/${agent.id}/sources/${first.id}`, { as: ada })
  const removed = await rankings()
  expect(removed).toHaveLength(1)
  expect(removed).not.toEqual(one)
  await app.send('POST', `/api/agents/${agent.id}/sources/${first.id}/restore`, { as: ada })
  expect(await rankings()).toEqual(two)
})
