import { describe, expect, onTestFinished, test } from 'vitest'
import { agentSources } from '../../../../test/agent-sources.ts'
import { testApp } from '../../../../test/app.ts'
import type { Question } from '../../../../test/collections/collection.ts'
import { handbook } from '../../../../test/collections/handbook.ts'
import { household } from '../../../../test/collections/household.ts'
import { inLanguages } from '../../../../test/collections/languages.ts'
import { poor } from '../../../../test/collections/poor.ts'
import { testDatabase } from '../../../../test/database.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import { findSearched } from '../../db/knowledge/find-passages.ts'
import { usualFeedback } from './knowledge.ts'
import { askedWords, readQuestion } from './question-terms.ts'
import { createRanking } from './rank-passages.ts'

/**
 * What questions find in two collections, whatever else is put beside them: seventeen documents about as many subjects,
 * and a handbook whose sections are all about one thing.
 */

const { db, ...database } = await testDatabase()
const app = testApp({ db, ...database })
const ada = await app.signIn()
const sources = agentSources(app)

async function add(agent: Agent, name: string, body: string) {
  const source = await sources.read(agent, ada, { name, body })
  if (source.state.kind !== 'ready') throw new Error(`${name}: ${JSON.stringify(source.state)}`)
  return source
}

async function agentWith(documents: Readonly<Record<string, string>>): Promise<Agent> {
  const agent = await sources.makeAgent(ada)
  for (const [name, text] of Object.entries(documents)) await add(agent, name, text)
  return agent
}

/** The texts of the passages that a question finds, best first. */
async function textsFor(agent: Agent, query: string): Promise<string[]> {
  const passages = await app.knowledge.searchPassages({ agentId: agent.id, wallet: ada.address, query })
  return passages.map(({ text }) => text)
}

/** The questions whose passage is among the first five. */
async function found(agent: Agent, questions: readonly Question[]): Promise<Question[]> {
  const those: Question[] = []
  for (const question of questions) {
    const texts = await textsFor(agent, question[0])
    if (texts.slice(0, 5).some((text) => text.includes(question[1]))) those.push(question)
  }
  return those
}

const agents = {
  household: await agentWith(household.documents),
  handbook: await agentWith(handbook.documents),
}
const collections = [
  ['seventeen documents', agents.household, household],
  ['a handbook', agents.handbook, handbook],
] as const

describe.each(collections)('%s', (_, agent, { inSameWords, inOtherWords, followUps }) => {
  const rank = createRanking({ db })

  test('every question in the words of its passage finds it', async () => {
    expect(await found(agent, inSameWords)).toEqual(inSameWords)
  })

  test('what is learnt from the first passages moves none of the first four', async () => {
    for (const [text] of [...inSameWords, ...inOtherWords]) {
      const question = readQuestion(text)
      const scope = { agentId: agent.id, wallet: ada.address }
      const searched = await findSearched(db, scope, askedWords(question))
      const places = async (feedback: typeof usualFeedback | null) =>
        (await rank(searched, question, { most: 4, feedback })).map(({ versionId, number }) => [
          versionId,
          number,
        ])
      const plain = await places(null)
      expect((await places(usualFeedback)).slice(0, plain.length), text).toEqual(plain)
    }
  })

  /** The texts that a reply is given if there is room for about ten, the best first. */
  const inConversation = async (question: string, before: string) =>
    (
      await app.knowledge.findPassages({
        agentId: agent.id,
        wallet: ada.address,
        question,
        before,
        limitCharacters: 3_000,
      })
    ).map(({ text }) => text)

  test('a reply to a question that needs the one before it is given its passage', async () => {
    for (const [before, question, says] of followUps) {
      const texts = await inConversation(question, before)
      expect(
        texts.some((text) => text.includes(says)),
        question,
      ).toBe(true)
    }
  })

  test('a question about something else than the one before it still finds its passage', async () => {
    for (const [at, [question, says]] of inSameWords.entries()) {
      const before = inSameWords[(at + 7) % inSameWords.length]?.[0] ?? ''
      const texts = (await inConversation(question, before)).slice(0, 3)
      expect(
        texts.some((text) => text.includes(says)),
        question,
      ).toBe(true)
    }
  })
})

/** The questions whose passage is found while there are only English documents. */
const before = await found(agents.household, [...household.inSameWords, ...household.inOtherWords])

describe('beside seventeen English documents', () => {
  const agent = agents.household
  const addForTest = async (name: string, text: string) => {
    const { id } = await add(agent, name, text)
    onTestFinished(async () => {
      const removed = await app.send('DELETE', `/api/agents/${agent.id}/sources/${id}`, { as: ada })
      expect(removed.status).toBe(204)
    })
  }

  test.each(Object.entries(poor))('%s pushes no answer out of the first five', async (name, text) => {
    await addForTest(name, text)
    expect(await found(agent, before)).toEqual(before)
  })

  test('documents in five languages push no answer out of the first five, nor do tables between them, and what only one of all these says is found, too', async () => {
    for (const [name, { text }] of Object.entries(inLanguages)) await addForTest(name, text)
    expect(await found(agent, before)).toEqual(before)
    for (const { questions } of Object.values(inLanguages))
      expect(await found(agent, questions)).toEqual(questions)
    for (const [name, text] of Object.entries(poor)) await addForTest(name, text)
    expect(await found(agent, before)).toEqual(before)
    for (const { questions } of Object.values(inLanguages))
      expect(await found(agent, questions)).toEqual(questions)
    await addForTest('lamps.csv', 'lamp;shade;price\nAurelia;brass;31 crowns\nBelisar;linen;12 crowns')
    const [ofTable] = await textsFor(agent, 'What does the Belisar lamp cost?')
    expect(ofTable).toContain('12 crowns')
    await addForTest('werft.md', inGerman)
    const [ofGerman] = await textsFor(agent, 'When was the Wilhelmine built?')
    expect(ofGerman).toContain('1911')
  })
})

const inGerman = `# Die alte Werft

Der Kutter Wilhelmine wurde im Jahr 1911 auf der alten Werft gebaut und liegt heute vor dem Museum. Er ist mit roten Segeln zu sehen, wenn das Fest im Hafen gefeiert wird.`

describe('a table, which does not tell its language, is searched by the forms of words', () => {
  const table = 'article;price\nBrass kettles;9 crowns\nRote Laternen;4 crowns'

  test('of the language in which its agent is described', async () => {
    const agent = await sources.makeAgent(ada, {
      description: 'Knows the wares of the shop, and what is to be paid for them.',
    })
    await add(agent, 'wares.csv', table)
    expect(await textsFor(agent, 'kettle')).toEqual([expect.stringContaining('kettles')])
  })

  test('of what lies beside it, first of all', async () => {
    const agent = await sources.makeAgent(ada, {
      description: 'Knows the wares of the shop, and what is to be paid for them.',
    })
    await add(agent, 'werft.md', inGerman)
    await add(agent, 'wares.csv', table)
    expect((await textsFor(agent, 'Laterne'))[0]).toContain('Laternen')
  })
})
