import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { SecretBox } from '../../base/secrets/secret-box.ts'
import { deleteMcpServer, insertMcpServer } from '../../db/mcp/mcp-servers.ts'
import { openToken, rotateTokens, sealToken } from './sealed-tokens.ts'

const database = await ownDatabase()
const { db, sql } = database
const [older, newer] = ['the secret of last year, of 32 signs', 'the secret of this year, of 32 signs']

async function storeServers(count: number) {
  const box = new SecretBox(older)
  const stored: { id: string; token: string }[] = []
  for (let nth = 0; nth < count; nth++) {
    const place = { id: randomUUID(), wallet: 'ada', address: 'https://tools.example/mcp' }
    const token = `token-${randomUUID()}`
    const sealed = sealToken(box, token, place)
    await insertMcpServer(
      db,
      { ...place, ...sealed, name: 'Post', auth: 'header', createdAt: new Date() },
      1_000,
    )
    stored.push({ id: place.id, token })
  }
  const none = {
    id: randomUUID(),
    wallet: 'ada',
    address: 'https://other.example/mcp',
    auth: 'none',
  } as const
  await insertMcpServer(
    db,
    { ...none, name: 'Open', sealed: null, secretId: null, createdAt: new Date() },
    1_000,
  )
  return stored
}

const rows = () => sql<
  { id: string; wallet: string; address: string; sealed: Uint8Array; secretId: string }[]
>`
  select id, wallet, address, sealed, secret_id as "secretId" from mcp_servers where sealed is not null`

test('tokens are encrypted anew beside servers that go, each once, and one that was moved is named', async () => {
  const stored = await storeServers(20)
  const box = new SecretBox(newer, older)
  const both = Promise.all([rotateTokens(db, box, 3), rotateTokens(db, box, 4)])
  const gone = stored.slice(0, 3)
  for (const { id } of gone) await deleteMcpServer(db, { id, wallet: 'ada' })
  const [one, other] = await both
  expect([one.unreadable, other.unreadable]).toEqual([[], []])
  expect(one.rotated + other.rotated).toBeGreaterThanOrEqual(stored.length - gone.length)
  expect(one.rotated + other.rotated).toBeLessThanOrEqual(stored.length)

  const now = new SecretBox(newer)
  const opened = new Map((await rows()).map((row) => [row.id, openToken(now, row)]))
  expect(opened).toEqual(new Map(stored.slice(3).map(({ id, token }) => [id, token])))
  expect(await rotateTokens(db, now, 3)).toEqual({ rotated: 0, unreadable: [] })

  // A token is its server's alone: under another address it opens nowhere.
  const [moved] = stored.slice(3)
  await sql`update mcp_servers set address = 'https://elsewhere.example' where id = ${moved?.id ?? ''}`
  expect(await rotateTokens(db, new SecretBox('one more secret, again of 32 signs', newer))).toEqual({
    rotated: stored.length - gone.length - 1,
    unreadable: [moved?.id],
  })
})
