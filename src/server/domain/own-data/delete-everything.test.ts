import { expect, test } from 'vitest'
import { anyDatabase } from '../../../../test/database.ts'
import { createLog } from '../../base/log.ts'
import { EverythingDeletes } from './delete-everything.ts'

const { db, sql } = await anyDatabase()

test('a deletion that can not be completed holds up nobody else’s', async () => {
  let now = Date.UTC(2027, 0, 1)
  const nothing = () => {}
  const soon = async () => {}
  const deletes = new EverythingDeletes({
    ...{ db, clock: () => new Date(now), log: createLog('silent') },
    feed: { changed: nothing, detailChanged: nothing, gone: nothing, held: nothing },
    stop: { conversations: soon, runs: soon, realm: soon, answer: soon },
    ...{ wakeRealm: nothing, onSessionsEnded: nothing, onUnlisted: nothing },
    forget: (wallet) => {
      if (wallet === 'first') throw new Error('It takes too long')
    },
  })
  for (const wallet of ['first', 'second']) {
    await deletes.remove(wallet)
    now += 60_000
  }
  await expect(deletes.settle()).rejects.toThrow('It takes too long')
  expect(await sql`select wallet from own_deletions`).toEqual([{ wallet: 'first' }])
  deletes.close()
})
