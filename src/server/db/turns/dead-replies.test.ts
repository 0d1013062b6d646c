import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { citedSource } from '../../../../test/cited-source.ts'
import { testDatabase } from '../../../../test/database.ts'
import { storeAnswer } from '../../../../test/store-answer.ts'
import { sourcesOf } from '../../../shared/chat/parts.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import { closeDeadAnswers } from '../realms/realm-answers.ts'
import type { StoredPart } from '../schema/part-columns.ts'
import { swarmRuns, swarmTurns } from '../schema/swarm.ts'
import { closeDeadTurns } from '../swarm/swarm-turns.ts'
import type { DeadReply } from './end-turns.ts'
import { listHeartbeats, type TurnScope } from './running-turns.ts'

const database = await testDatabase()
const { db, sql } = database

/** What a reply says that its server stored, and what another server knows of it beyond that. */
const STORED = 'It opens at nine [2].'
const PASSED_ON = `${STORED} On Sundays it stays closed [3].`
const [two, three] = [citedSource(2), citedSource(3)]
const citingParts = (revision: number, sources: CitedSource[]): StoredPart[] => [
  { kind: 'sources', id: 1, revision, sources },
  { kind: 'text' },
]
const numbers = (of: readonly CitedSource[] | null | undefined) => of?.map(({ n }) => n)

/** Stores what running replies cite. @returns them, as though their servers had died, with what was passed on of some */
async function findDead(scope: TurnScope, citing: readonly string[]): Promise<DeadReply[]> {
  const stored = JSON.stringify(citingParts(1, [two]))
  await sql`update running_turns set parts = ${stored}::text::jsonb, revision = 1 where reply_id = any(${citing}::uuid[])`
  const beats = (await listHeartbeats(db)).filter((one) => one.scope === scope)
  return beats.map((beat, index) => ({
    ...beat,
    content: index % 2 === 0 ? '' : PASSED_ON,
    reasoning: '',
    parts: index % 2 === 0 ? null : citingParts(2, [two, three]),
    revision: index % 2 === 0 ? 0 : 2,
  }))
}

/** The numbers of the passages that ended replies keep, in the order of the ids. */
const expected = (dead: readonly DeadReply[], ids: readonly string[]) =>
  ids.map((id) => (dead.find(({ replyId }) => replyId === id)?.content === PASSED_ON ? [2, 3] : [2]))

test('an answer that died keeps the passages that its last known words cite, as it is told and as it is stored', async () => {
  const realmId = randomUUID()
  await sql`
    insert into realms (id, name, description, created_by, participants, created_at)
    values (${realmId}, 'Harbour', '', 'ada', '{ada}', now())`
  const answer = { realmId, agentId: randomUUID(), author: 'ada' }
  const ids = [
    await storeAnswer(database, { ...answer, content: STORED }),
    await storeAnswer(database, { ...answer, content: STORED }),
  ]
  const dead = await findDead('realm', ids)
  const told = await closeDeadAnswers(db, dead)
  const wanted = expected(dead, ids)
  expect(ids.map((id) => numbers(told.find((one) => one.id === id)?.sources))).toEqual(wanted)
  const stored = await sql<{ id: string; parts: StoredPart[] }[]>`
    select id, parts from realm_messages where realm_id = ${realmId}`
  expect(ids.map((id) => numbers(sourcesOf(stored.find((one) => one.id === id)?.parts)))).toEqual(wanted)
})

test('so does a turn of a run', async () => {
  const runId = randomUUID()
  await db.insert(swarmRuns).values({
    id: runId,
    owner: 'ada',
    mode: 'parallel',
    seats: [],
    phases: [],
    state: 'running',
    createdAt: new Date(),
    updatedAt: new Date(),
  })
  const ids = [randomUUID(), randomUUID()]
  await db.insert(swarmTurns).values(
    ids.map((id, index) => ({
      runId,
      number: index + 1,
      id,
      phase: 1,
      round: 1,
      seat: index + 1,
      state: 'running' as const,
      given: 100,
      createdAt: new Date(),
    })),
  )
  for (const id of ids)
    await sql`
      insert into running_turns (run_id, reply_id, server, words)
      values (${runId}, ${id}, gen_random_uuid(), ${STORED})`
  const dead = await findDead('run', ids)
  expect(await closeDeadTurns(db, dead)).toHaveLength(2)
  const stored = await sql<{ id: string; parts: StoredPart[] }[]>`select id, parts from swarm_turns`
  const kept = ids.map((id) => numbers(sourcesOf(stored.find((one) => one.id === id)?.parts)))
  expect(kept).toEqual(expected(dead, ids))
})
