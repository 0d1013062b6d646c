import { expect, test } from 'vitest'
import { type Account, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { storeConversation } from '../../../../../test/store-conversation.ts'
import { type ConversationPage, deletedConversationsSchema } from '../../../../shared/chat/conversations.ts'
import { UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'
import { Conversations } from '../../../domain/conversations/conversations.ts'

const database = await testDatabase()
const { send, signIn, sign, advance, conversations } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]

const at = (id: string) => `/api/conversations/${id}`
const store = async (owner: Account, fields: object = {}) =>
  (await storeConversation(database, { ...fields, owner: owner.address })).id
const read = (id: string, as: Account) => send('GET', at(id), { as })
const remove = (id: string, as: Account) => send('DELETE', at(id), { as })
const restore = (id: string, as: Account) => send('POST', `${at(id)}/restore`, { as })
const removeAll = async (as: Account) =>
  deletedConversationsSchema.parse(
    await (
      await send('DELETE', '/api/conversations', {
        as,
        headers: await sign(as, { action: 'delete-conversations' }),
      })
    ).json(),
  )
const restoreAll = (as: Account, deletedAt: string) =>
  send('POST', '/api/conversations/restore', { as, json: { deletedAt } })
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const listed = async (as: Account) =>
  ((await (await send('GET', '/api/conversations', { as })).json()) as ConversationPage).conversations.map(
    ({ id }) => id,
  )

test('a deletion can be undone for ten seconds, and no longer', async () => {
  const id = await store(ada)
  const before = await (await read(id, ada)).json()
  expect((await restore(id, ada)).status).toBe(200)
  expect((await remove(id, ada)).status).toBe(204)
  for (const response of [await read(id, ada), await remove(id, ada), await restore(id, bob)])
    expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
  expect(await listed(ada)).not.toContain(id)
  advance(UNDO_DELETE_MS - 2_000)
  expect((await restore(id, ada)).status).toBe(200)
  expect(await (await read(id, ada)).json()).toEqual(before)

  await remove(id, ada)
  advance(UNDO_DELETE_MS + 1)
  const late = await restore(id, ada)
  expect([late.status, await codeOf(late)]).toEqual([410, 'undo_expired'])
  expect((await restore(id, bob)).status).toBe(404)
})

test('what was deleted an hour ago is gone for good, and nothing else is', async () => {
  const [kept, gone, late] = [await store(ada), await store(ada), await store(ada)]
  await remove(gone, ada)
  advance(50 * 60_000)
  await remove(late, ada)
  advance(11 * 60_000)
  await conversations.sweepDeleted()
  expect((await read(kept, ada)).status).toBe(200)
  expect([(await restore(gone, ada)).status, (await restore(late, ada)).status]).toEqual([404, 410])
  const [left] = await database.sql`
    select count(*)::int as count from messages where conversation_id in (${gone}, ${late})`
  expect(left?.count).toBe(2)
})

test('a sweep takes out more than one statement does', async () => {
  const carol = await signIn()
  for (let count = 0; count < 60; count++) await store(carol)
  expect((await removeAll(carol)).count).toBe(60)
  advance(61 * 60_000)
  await conversations.sweepDeleted()
  const [left] = await database.sql`
    select count(*)::int as count from conversations where owner = ${carol.address}`
  expect(left?.count).toBe(0)
})

test('all of a wallet goes at once and comes back at once; what went before stays away', async () => {
  const [carol, dave] = [await signIn(), await signIn()]
  const earlier = await store(carol)
  const ids = [await store(carol), await store(carol)]
  const other = await store(dave)
  await remove(earlier, carol)
  advance(1_000)
  const deleted = await removeAll(carol)
  expect(deleted.count).toBe(2)
  expect([await listed(carol), await listed(dave)]).toEqual([[], [other]])
  for (const id of ids) expect((await read(id, carol)).status).toBe(404)

  // Another wallet cannot restore any of it.
  expect((await restoreAll(dave, deleted.deletedAt)).status).toBe(204)
  expect(await listed(carol)).toEqual([])
  for (let times = 0; times < 2; times++) {
    expect((await restoreAll(carol, deleted.deletedAt)).status).toBe(204)
    expect(new Set(await listed(carol))).toEqual(new Set(ids))
  }
  expect((await read(earlier, carol)).status).toBe(404)
})

test('one of those that went at once can come back alone', async () => {
  const carol = await signIn()
  const [one, other] = [await store(carol), await store(carol)]
  const { deletedAt } = await removeAll(carol)
  expect((await restore(one, carol)).status).toBe(200)
  expect(await listed(carol)).toEqual([one])
  await restoreAll(carol, deletedAt)
  expect(new Set(await listed(carol))).toEqual(new Set([one, other]))
})

test('all that went at once comes back within ten seconds or not at all', async () => {
  const carol = await signIn()
  await store(carol)
  const { deletedAt } = await removeAll(carol)
  advance(UNDO_DELETE_MS + 1)
  const late = await restoreAll(carol, deletedAt)
  expect([late.status, await codeOf(late)]).toEqual([410, 'undo_expired'])
  expect(await listed(carol)).toEqual([])
  expect(await removeAll(carol)).toMatchObject({ count: 0 })
  for (const deletedAt of ['yesterday', '', 5, null])
    expect(
      (await send('POST', '/api/conversations/restore', { as: carol, json: { deletedAt } })).status,
    ).toBe(422)
})

test('a visitor can neither delete nor bring back', async () => {
  for (const response of [
    await send('DELETE', '/api/conversations'),
    await send('POST', '/api/conversations/restore', { json: { deletedAt: new Date().toISOString() } }),
  ])
    expect([response.status, await codeOf(response)]).toEqual([401, 'not_signed_in'])
})

test('what runs in a conversation is stopped once nobody can ask in it any more', async () => {
  const { address: owner } = await signIn()
  const stopped: string[][] = []
  const watched = new Conversations({
    db: database.db,
    clock: () => new Date(),
    models: { require: async () => {} },
    async stopRunning(ids) {
      for (const id of ids) await expect(watched.open({ id, owner })).rejects.toThrow('no such conversation')
      stopped.push([...ids])
    },
  })
  const running = () =>
    storeConversation(database, { owner }, [
      { role: 'user', content: 'What is light?' },
      { role: 'assistant', content: 'A wave', state: 'running' },
    ])
  const [one, other, ended] = [await running(), await running(), await storeConversation(database, { owner })]
  await watched.remove({ id: one.id, owner })
  await expect(watched.remove({ id: one.id, owner })).rejects.toThrow('no such conversation')
  await expect(watched.remove({ id: other.id, owner: ada.address })).rejects.toThrow('no such conversation')
  expect(stopped).toEqual([[one.id]])
  expect((await watched.removeAll(owner)).count).toBe(2)
  expect(stopped).toEqual([[one.id], [other.id]])
  await expect(watched.open({ id: ended.id, owner })).rejects.toThrow('no such conversation')
})
