import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { Grant } from '../../../../shared/tools/decisions.ts'
import { agents } from '../../../db/schema/agents.ts'
import { mcpTools, toolGrants } from '../../../db/schema/tools.ts'

const database = await testDatabase()
const { db } = database
const { send, signIn } = testApp(database)

const grantsOf = async (as: Account) =>
  ((await (await send('GET', '/api/tool-grants', { as })).json()) as { grants: Grant[] }).grants

async function grant(wallet: string, agentId: string, more: Partial<typeof toolGrants.$inferInsert> = {}) {
  const id = randomUUID()
  await db.insert(toolGrants).values({
    ...{ id, wallet, agentId, tool: 'mail__send', title: 'Send a message', origin: 'mail.example' },
    ...{ pin: 'as it was', createdAt: new Date() },
    ...more,
  })
  return id
}

test('a person sees what they allowed, whether it has changed since, and takes it back alone', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const made = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, name: 'Nova' } })
  const { id: agentId } = (await made.json()) as Agent
  const server = `mail-${randomUUID().slice(0, 8)}`
  await db
    .update(agents)
    .set({ tools: { own: [], servers: [{ id: server, open: [] }] } })
    .where(eq(agents.id, agentId))
  const tool = { server, position: 0, seenAt: new Date(), raw: {} }
  await db.insert(mcpTools).values({ ...tool, name: 'send', pin: 'as it was' })
  const at = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * 60_000) })
  const lastUsedAt = new Date()
  const same = await grant(ada.address, agentId, { ...at(1), lastUsedAt })
  const other = await grant(ada.address, agentId, { ...at(2), pin: 'before that' })
  const own = await grant(ada.address, agentId, { ...at(3), tool: 'web_page', origin: '' })
  const gone = await grant(ada.address, randomUUID(), at(4))
  await grant(bob.address, agentId)

  const seen = await grantsOf(ada)
  expect(seen.map(({ id, agentName, origin, changed }) => [id, agentName, origin, changed])).toEqual([
    [same, 'Nova', 'mail.example', false],
    [other, 'Nova', 'mail.example', true],
    [own, 'Nova', null, false],
    [gone, null, 'mail.example', false],
  ])
  expect(seen[0]?.lastUsedAt).toBe(lastUsedAt.toISOString())

  const take = async (as: Account, id: string) =>
    (await send('DELETE', `/api/tool-grants/${id}`, { as })).status
  expect(await take(bob, same)).toBe(404)
  expect(await take(ada, same)).toBe(204)
  expect(await take(ada, same)).toBe(404)
  expect(await take(ada, 'nothing')).toBe(404)
  expect((await grantsOf(ada)).map(({ id }) => id)).toEqual([other, own, gone])
  expect(await grantsOf(bob)).toHaveLength(1)
})
