/**
 * Measures stored conversations on both databases: opening a long and a usual one, the list, and its search, for a
 * wallet with twenty thousand messages among a hundred thousand. Each is measured as the obvious statement and as the
 * product over HTTP, with the response's size uncompressed and as transferred.
 *
 * node bench/conversation.ts
 */
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import type { Db } from '../src/server/db/connect/connect.ts'
import { limits } from '../src/shared/common/limits.ts'
import { newAgent, testApp } from '../test/app.ts'
import { onEachDatabase } from './each-database.ts'
import { loadConversations, terms } from './load-conversations.ts'
import { timeReads, timeReadsOverHttp } from './time-reads.ts'

const LONG = 1_000
const USUAL = 100
const lengths = [LONG, ...new Array<number>(190).fill(USUAL)]

interface Read {
  path: string
  plain: (db: Db) => Promise<unknown>
}

function reads(owner: string, long: string, usual: string): Record<string, Read> {
  const open = (id: string): Read => ({
    path: `/api/conversations/${id}`,
    plain: async (db) =>
      db.execute(sql`
      select messages.* from messages join conversations on conversations.id = conversation_id
      where conversation_id = ${id} and owner = ${owner} order by number`),
  })
  const search = (words: string): Read => ({
    path: `/api/conversations?query=${encodeURIComponent(words)}`,
    plain: async (db) =>
      db.execute(sql`
      select * from conversations where owner = ${owner} and deleted_at is null and (title ilike ${`%${words}%`}
        or exists (select from messages where conversation_id = conversations.id and content ilike ${`%${words}%`}))
      order by updated_at desc, id desc limit ${limits.listPage + 1}`),
  })
  return {
    [`open one of ${LONG} messages`]: open(long),
    [`open one of ${USUAL} messages`]: open(usual),
    'list the last used': {
      path: '/api/conversations',
      plain: async (db) =>
        db.execute(sql`
        select * from conversations where owner = ${owner} and deleted_at is null
        order by updated_at desc, id desc limit ${limits.listPage + 1}`),
    },
    'search a common word': search(terms.common),
    'search a rare word': search(terms.rare),
    'search a word of nobody': search('xylophone'),
  }
}

await onEachDatabase(async (kind, database) => {
  const product = testApp(database)
  const account = await product.signIn()
  const created = await product.send('POST', '/api/agents', { as: account, json: newAgent })
  const { id: agentId } = (await created.json()) as { id: string }
  const ids = await database.unbounded((db) => loadConversations(db, account.address, agentId, lengths))

  const messages = lengths.reduce((sum, length) => sum + length, 0)
  console.log(`\n${kind}, ${messages.toLocaleString('en-US')} messages of one wallet, five times that of all`)
  console.log('  p50/p99 in ms one at a time, then reads a second at 16 at once')
  console.log(
    `  ${''.padEnd(28)}${['plain statement', 'over HTTP', 'KB, plain and gzip'].map(cell).join('')}`,
  )
  const server = serve({ fetch: product.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { cookie: account.cookie, 'accept-encoding': 'gzip' }
  for (const [name, read] of Object.entries(reads(account.address, ids[0] ?? '', ids[1] ?? ''))) {
    const cells = [
      await timeReads(() => read.plain(database.db)),
      await timeReadsOverHttp(port, read.path, headers),
      `${await kilobytes(port, read.path, { cookie: account.cookie })} and ${await kilobytes(port, read.path, headers)}`,
    ]
    console.log(`  ${name.padEnd(28)}${cells.map(cell).join('')}`)
  }
  server.close()
})

function cell(text: string): string {
  return text.padEnd(28)
}

/** The size of a response body as transferred. */
async function kilobytes(port: number, path: string, headers: Record<string, string>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  get({ host: '127.0.0.1', port, path, headers }, (answer) => {
    let bytes = 0
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    answer.on('end', () =>
      answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path}: ${answer.statusCode}`)),
    )
  }).on('error', reject)
  return ((await promise) / 1024).toFixed(1)
}
