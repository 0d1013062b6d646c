import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { anAgentRow } from '../../../../test/an-agent.ts'
import { ownDatabase } from '../../../../test/database.ts'
import { explain } from '../../../../test/explain.ts'
import type { Db } from '../connect/connect.ts'
import { agents } from '../schema/agents.ts'
import { agentLooks, personLooks } from '../schema/looks.ts'
import { people } from '../schema/people.ts'
import { findKnownAgent, findKnownPerson, findNear } from './find-alike.ts'
import { listDueLooks } from './looks.ts'

const database = await ownDatabase()
const { db, sql } = database
const FILLED = 4_000

beforeAll(async () => {
  const made = Array.from({ length: FILLED }, (_, index) => ({ index, id: randomUUID() }))
  for (let from = 0; from < FILLED; from += 1_000) {
    const part = made.slice(from, from + 1_000)
    await db
      .insert(agents)
      .values(
        part.map(({ index, id }) => ({ ...anAgentRow({ id, owner: `owner ${index}` }), talked: index })),
      )
    await db.insert(agentLooks).values(
      part.map(({ index, id }) => ({
        ...{ agentId: id, looks: [`look${index}`], due: false },
        bands: Array.from({ length: 24 }, (_, band) => index * 24 + band),
      })),
    )
    await db.insert(people).values(
      part.map(({ index }) => ({
        ...{ address: `owner ${index}`, name: `name${index}`, skeleton: `name${index}`, about: '' },
      })),
    )
    await db
      .insert(personLooks)
      .values(part.map(({ index }) => ({ address: `owner ${index}`, looks: [`name${index}`], due: false })))
  }
  for (const table of ['agents', 'agent_looks', 'people', 'person_looks'])
    await sql.unsafe(`vacuum (analyze) ${table}`)
}, 240_000)

const most = { looks: [`look${FILLED - 1}`], wallet: 'nobody', hosts: [] }
const bands = Array.from({ length: 24 }, (_, band) => 7 * 24 + band)
const asked: [string, (db: Db) => Promise<unknown>, unknown][] = [
  [
    'a known agent',
    (db) => findKnownAgent(db, most),
    expect.objectContaining({ owner: `owner ${FILLED - 1}` }),
  ],
  [
    'one that few talk with, which is not known',
    (db) => findKnownAgent(db, { ...most, looks: ['look7'] }),
    null,
  ],
  [
    'one of the place, which is known however few talk with it',
    (db) => findKnownAgent(db, { ...most, looks: ['look7'], hosts: ['owner 7'] }),
    expect.objectContaining({ owner: 'owner 7' }),
  ],
  [
    'the maker of a known agent',
    (db) => findKnownPerson(db, { ...most, looks: [`name${FILLED - 2}`] }),
    expect.objectContaining({ owner: `owner ${FILLED - 2}` }),
  ],
  [
    'a near copy',
    (db) => findNear(db, { bands, wallet: 'nobody', agentId: randomUUID() }),
    [expect.any(String)],
  ],
  [
    'what a sweep has to look at',
    (db) => listDueLooks(db, new Date()),
    expect.objectContaining({ agents: [] }),
  ],
]

test.each(asked)('%s is found along an index, and no table is read as a whole', async (_, ask, expected) => {
  const { result, plans } = await explain(database, ask)
  expect(result).toEqual(expected)
  const text = plans
    .flat()
    .map((line) => line['QUERY PLAN'])
    .join('\n')
  expect(text).toMatch(/Index/)
  expect(text).not.toMatch(/Seq Scan/)
})
