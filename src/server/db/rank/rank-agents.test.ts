import { expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { anyDatabase } from '../../../../test/database.ts'
import { meanwhileOn } from '../../../../test/meanwhile.ts'
import { realmRequests } from '../../../../test/realm-requests.ts'
import { rankRules } from '../../domain/rank/rank.ts'
import { rankDueAgents } from './rank-agents.ts'
import { recordTalks } from './record-talks.ts'

const database = await anyDatabase()
const { db, sql } = database
const { send, signIn } = testApp(database)
const { makeAgent } = realmRequests(send)

// Embedded, there is one connection.
test.runIf(database.kind === 'postgresql')(
  'whoever changes two agents at once never waits for their ranks for ever, which are computed after that',
  async () => {
    const ada = await signIn()
    const ids = [await makeAgent(ada), await makeAgent(ada, { name: 'Second' })]
    const at = new Date()
    const hide = (id = '') =>
      `update agents set visibility_enabled = not visibility_enabled where id = '${id}'`
    const rank = () => rankDueAgents(db, rankRules, at, 10)
    for (const [first, last] of [ids, ids.toReversed()]) {
      const talks = ids.map((agentId) => ({ agentId, wallet: 'a', at, replies: 9 }))
      await recordTalks(db, talks, { aDay: 5, talked: 3 })
      await sql`update agents set rising = -1, talked = -1`
      await meanwhileOn(database)(
        (transaction) => transaction.execute(hide(first)),
        rank,
        (transaction) => transaction.execute(hide(last)),
      )
      await rank()
      expect(await sql`select from rank_due`).toEqual([])
      expect(await sql`select from agents where rising = -1`).toEqual([])
    }
  },
)
