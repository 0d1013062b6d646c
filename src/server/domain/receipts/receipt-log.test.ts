import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { exchange, storeConversation } from '../../../../test/store-conversation.ts'
import { readCheckpoint } from '../../../shared/receipts/checkpoint.ts'
import { rangesOf, readingFrom, rootOf } from '../../../shared/receipts/tree.ts'
import { SecretBox } from '../../base/secrets/secret-box.ts'
import { checkReceiptTree, receiptRules } from '../../db/check/receipts.ts'
import { applyRule } from '../../db/check/rule.ts'
import type { Database, Db } from '../../db/connect/connect.ts'
import { newestCheckpoint, readHashes } from '../../db/receipts/tree.ts'
import { PlaceKey } from './place-key.ts'
import { ReceiptLog } from './receipt-log.ts'

const { db, sql } = await testDatabase()
const { secret } = testApp(await testDatabase())
const log = pino({ level: 'silent' })
const clock = () => new Date()

/** Each test begins with a record of a few replies, signed by the place's first key. */
beforeEach(async () => {
  const tables = ['receipt_salts', 'receipt_hashes', 'receipt_checkpoints', 'place_keys', 'place_secrets']
  await sql.unsafe(tables.map((table) => `delete from ${table}`).join(';'))
  await waiting(4)
  await server().noteAll()
})

/** A server's part of it. */
function server(at: Db = db, each: { note?: number; look?: number } = {}) {
  const key = new PlaceKey({ db: at, secret, clock, log, alone: false, publicUrl: undefined })
  return new ReceiptLog({ db: at, key, clock, log, every: each })
}

/** Finished replies that wait to be noted, in conversations of a few turns. */
async function waiting(conversations: number, turns = 3): Promise<void> {
  for (let nth = 0; nth < conversations; nth++) {
    const said = Array.from({ length: turns }, (_, turn) =>
      exchange(`What is light ${turn}?`, 'A wave.'),
    ).flat()
    const { id } = await storeConversation({ db }, { owner: 'ada' }, said)
    await sql`
      insert into receipt_salts (conversation_id, reply_id, created_at)
      select conversation_id, id, clock_timestamp() from messages
      where conversation_id = ${id} and role = 'assistant' order by number`
  }
}

/** The record as whoever looks after it finds it: every reply once, without a gap, under its signed root. */
async function expectWhole(): Promise<number> {
  const noted = await sql<{ index: string; same: boolean }[]>`
    select receipt_salts.index, sha256('\\x00'::bytea || leaf) = hash as same
    from receipt_salts join receipt_hashes on level = 0 and receipt_hashes.index = receipt_salts.index
    order by receipt_salts.index`
  expect(noted.map(({ index }) => Number(index))).toEqual(noted.map((_, nth) => nth))
  expect(noted.every(({ same }) => same)).toBe(true)
  expect((await sql`select from receipt_salts where index is null`).length).toBe(0)
  const size = noted.length
  const checkpoint = await newestCheckpoint(db)
  const read = readingFrom(
    await readHashes(
      db,
      rangesOf((read) => rootOf(read, 0, size)),
    ),
  )
  expect(checkpoint?.size).toBe(size)
  expect(Buffer.from(checkpoint?.root ?? [])).toEqual(Buffer.from(rootOf(read, 0, size)))
  expect(readCheckpoint(checkpoint?.note ?? '')?.size).toBe(size)
  return size
}

test('servers that note at the same time make one record: no reply is left out, and none is in it twice', async () => {
  const before = await expectWhole()
  await waiting(30)
  const servers = [server(), server(), server()]
  await Promise.all(servers.map((one) => one.noteAll()))
  // Whoever was always late leaves the rest to the others, or to the next round.
  await servers[0]?.noteAll()
  expect(await expectWhole()).toBe(before + 90)
  await waiting(20)
  await Promise.all(servers.map((one) => one.noteAll()))
  await servers[1]?.noteAll()
  expect(await expectWhole()).toBe(before + 150)
})

test('what a server that was killed in the middle of a round was about to note, another one does', async () => {
  const before = await expectWhole()
  await waiting(5)
  for (const dies of [1, 2, 3]) {
    // It is not heard of again after so many statements.
    let left = dies
    const dying = new Proxy(db, {
      get(target, name: keyof Db) {
        if (name === '_' && left-- <= 0) throw new Error('killed')
        const value = target[name]
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await server(dying)
      .noteAll()
      .catch(() => {})
  }
  await server().noteAll()
  expect(await expectWhole()).toBe(before + 15)
})

test('a server that is told of an end notes it by itself, and what was left before it started', async () => {
  const before = await expectWhole()
  await waiting(1, 1)
  const one = server(db, { note: 1 })
  one.start()
  await expect.poll(async () => (await newestCheckpoint(db))?.size).toBe(before + 1)
  await waiting(1, 1)
  one.ended()
  await expect.poll(async () => (await newestCheckpoint(db))?.size).toBe(before + 2)
  await one.close()
  // What another one left.
  const other = server(db, { look: 5 })
  other.start()
  await waiting(1, 1)
  await expect.poll(async () => (await newestCheckpoint(db))?.size).toBe(before + 3)
  await other.close()
  await expectWhole()
})

test('a reply whose words went while it was about to be noted leaves nothing but a hash', async () => {
  const before = await expectWhole()
  await waiting(1, 1)
  await sql`delete from receipt_salts where index is null`
  await server().noteAll()
  expect((await newestCheckpoint(db))?.size).toBe(before)
})

test('of a day that is over its last checkpoint stays, and of the last one all', async () => {
  for (let round = 0; round < 5; round++) {
    await waiting(1, 1)
    await server().noteAll()
  }
  const sizes = async () =>
    (await sql<{ size: string }[]>`select size from receipt_checkpoints order by size`).map(({ size }) =>
      Number(size),
    )
  const all = await sizes()
  expect(all.length).toBeGreaterThan(4)
  const kept = [all[2], ...all.slice(3)]
  await sql`update receipt_checkpoints set created_at = created_at - interval '3 days' where size <= ${all[2]}`
  await server().sweep()
  expect(await sizes()).toEqual(kept)
})

test('a check of the database finds what is not as it was signed, and names it', async () => {
  // A hash of the second level is that of 256 replies.
  await waiting(9, 30)
  await server().noteAll()
  const found = async (at: Db) => {
    const faults = await checkReceiptTree({ db: at as Database['db'] }, () => {})
    for (const rule of receiptRules) faults.push(...[await applyRule(at, rule)].flatMap((one) => one ?? []))
    return faults.map(({ rule }) => rule)
  }
  expect(await found(db)).toEqual([])
  const changes = [
    ['update receipt_hashes set hash = sha256(hash) where level = 1 and index = 0', ['receipts.hashes']],
    [
      'update receipt_checkpoints set root = sha256(root) where size = (select max(size) from receipt_checkpoints)',
      ['receipts.roots'],
    ],
    ['delete from receipt_hashes where level = 0 and index = 7', ['receipts.leaves', 'receipts.gaps']],
    ["update receipt_salts set leaf = leaf || '\\x20'::bytea where index = 9", ['receipts.leaves']],
  ] as const
  for (const [change, rules] of changes) {
    await db
      .transaction(async (transaction) => {
        await transaction.execute(change)
        expect(await found(transaction), change).toEqual(expect.arrayContaining([...rules]))
        throw new Error('taken back')
      })
      .catch((error: Error) => expect(error.message).toBe('taken back'))
  }
  expect(await found(db)).toEqual([])
})

test('a key that this server can not open leaves noting to those that can, and is not replaced beside them', async () => {
  await waiting(1, 1)
  const elsewhere = { box: async () => new SecretBox(randomUUID()) }
  const key = new PlaceKey({ db, secret: elsewhere, clock, log, alone: false, publicUrl: undefined })
  await new ReceiptLog({ db, key, clock, log }).noteAll()
  expect((await sql`select from receipt_salts where index is null`).length).toBe(1)
  // The only server of a place goes on with a new key.
  const own = new PlaceKey({ db, secret: elsewhere, clock, log, alone: true, publicUrl: undefined })
  await new ReceiptLog({ db, key: own, clock, log }).noteAll()
  expect(await sql`select retired_at is null as signs from place_keys order by created_at`).toEqual([
    { signs: false },
    { signs: true },
  ])
  await expectWhole()
})
