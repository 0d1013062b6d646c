import { randomBytes, randomUUID } from 'node:crypto'
import { createLog } from '../src/server/base/log.ts'
import { SecretBox } from '../src/server/base/secrets/secret-box.ts'
import type { Database, Db } from '../src/server/db/connect/connect.ts'
import { storeEnd } from '../src/server/db/conversations/replies.ts'
import { newestCheckpoint, readHashes, storeNotedReplies } from '../src/server/db/receipts/tree.ts'
import { PlaceKey } from '../src/server/domain/receipts/place-key.ts'
import { ReceiptLog } from '../src/server/domain/receipts/receipt-log.ts'
import { Receipts } from '../src/server/domain/receipts/receipts.ts'
import { append, edgeOf, leafHash, readingFrom } from '../src/shared/receipts/tree.ts'
import { sqlTag } from '../test/sql-tag.ts'
import { exchange, storeConversation } from '../test/store-conversation.ts'
import { onEachDatabase } from './each-database.ts'
import { percentile } from './percentile.ts'

/**
 * What it costs to note replies. The ends of replies are stored in turns: stopped ones, which are not noted, and finished
 * ones, which are, so many of them for each signature. Then a record of 100,000 entries: what one more and a receipt take.
 *
 * node bench/receipts.ts
 */
const ROUNDS = 15
const IN_A_ROUND = [1, 10, 50]
const ENTRIES = 100_000
const ANSWER = 'Light is a wave, and it is a particle as well. '.repeat(40)

const log = createLog('error')
const clock = () => new Date()
const secret = { box: async () => new SecretBox('a secret for nothing but measurements') }

await onEachDatabase(async (kind, database) => {
  const { db } = database
  const key = new PlaceKey({ db, secret, clock, log, alone: true, publicUrl: undefined })
  const receiptLog = new ReceiptLog({ db, key, clock, log })
  console.log(
    `\n${kind}: CPU of this process and time, milliseconds a reply, median of ${ROUNDS} rounds in turns`,
  )
  for (const count of IN_A_ROUND) await compareEnds(db, receiptLog, count)
  await measureLarge(db, receiptLog)
})

async function compareEnds(db: Db, receiptLog: ReceiptLog, count: number): Promise<void> {
  const none = { cpu: [] as number[], ms: [] as number[] }
  const waits = { cpu: [] as number[], ms: [] as number[] }
  const noted = { cpu: [] as number[], ms: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [state, into] of [
      ['stopped', none],
      ['finished', waits],
    ] as const) {
      const server = randomUUID()
      const places = await running(db, server, count)
      const spent = await measured(async () => {
        for (const place of places)
          await storeEnd(db, server, place, {
            ...{ content: ANSWER, reasoning: '', parts: null, state, cutShort: false, forgotten: 0 },
            ...{ repliedAt: clock().toISOString(), trouble: null, said: null },
          })
      })
      into.cpu.push(spent.cpu / count)
      into.ms.push(spent.ms / count)
      if (state === 'stopped') continue
      const round = await measured(() => receiptLog.noteAll())
      noted.cpu.push(round.cpu / count)
      noted.ms.push(round.ms / count)
    }
  }
  const of = ({ cpu, ms }: typeof none) =>
    `${percentile(cpu, 0.5).toFixed(2)} CPU, ${percentile(ms, 0.5).toFixed(2)} ms`
  const more = percentile(waits.cpu, 0.5) - percentile(none.cpu, 0.5)
  const which = `${String(count).padStart(2)} to a signature`
  console.log(
    `  ${which}: an end that is not noted ${of(none)}; one that is ${of(waits)} (${more.toFixed(2)} CPU more)`,
  )
  console.log(`  ${' '.repeat(which.length)}  later, noting it ${of(noted)}`)
}

/** Replies that this server receives, each in a conversation of ten exchanges. */
async function running(db: Db, server: string, count: number) {
  const sql = sqlTag(db as never)
  const places: { conversationId: string; replyId: string }[] = []
  for (let nth = 0; nth < count; nth++) {
    const said = Array.from({ length: 10 }, (_, turn) => exchange(`What is light ${turn}?`, ANSWER)).flat()
    const { id, activeLeaf } = await storeConversation({ db: db as Database['db'] }, { owner: 'ada' }, said)
    await sql`update messages set state = 'running', content = '' where conversation_id = ${id} and id = ${activeLeaf}`
    await sql`insert into running_turns (conversation_id, reply_id, server) values (${id}, ${activeLeaf}, ${server})`
    // What was said before is noted, as it is where a conversation grew here.
    await sql`
      insert into receipt_salts (conversation_id, reply_id, created_at, index, leaf, secret)
      select conversation_id, id, created_at, -(random() * 1e15)::bigint - 1, sha256(id::text::bytea), sha256('')
      from messages where conversation_id = ${id} and state = 'finished'`
    places.push({ conversationId: id, replyId: activeLeaf })
  }
  return places
}

async function measured(work: () => Promise<void>): Promise<{ cpu: number; ms: number }> {
  const [before, began] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1_000, ms: performance.now() - began }
}

async function measureLarge(db: Db, receiptLog: ReceiptLog): Promise<void> {
  const sql = sqlTag(db as never)
  let size = (await newestCheckpoint(db))?.size ?? 0
  while (size < ENTRIES) {
    const more = Array.from({ length: Math.min(5_000, ENTRIES - size) }, () => leafHash(randomBytes(300)))
    const { added, root } = append(readingFrom(await readHashes(db, edgeOf(size))), size, more)
    const checkpoint = { size: size + more.length, root, note: 'not signed' }
    await storeNotedReplies(db, size, [], { added, checkpoint, now: clock() })
    size += more.length
  }
  const server = randomUUID()
  const [appends, proofs]: [number[], number[]] = [[], []]
  const receipts = new Receipts({ db })
  for (let nth = 0; nth < 50; nth++) {
    const [place] = await running(db, server, 1)
    if (!place) continue
    await storeEnd(db, server, place, {
      ...{ content: ANSWER, reasoning: '', parts: null, state: 'finished', cutShort: false, forgotten: 0 },
      ...{ repliedAt: clock().toISOString(), trouble: null, said: null },
    })
    appends.push((await measured(() => receiptLog.noteAll())).ms)
    let bytes = 0
    const spent = await measured(async () => {
      bytes = JSON.stringify(await receipts.of('ada', place, 50_000)).length
    })
    proofs.push(spent.ms)
    if (nth === 49)
      console.log(
        `  a receipt with a history since entry 50,000: ${bytes - ANSWER.length} bytes beside its texts`,
      )
  }
  const [{ hashes, salts } = { hashes: 0, salts: 0 }] = await sql<{ hashes: number; salts: number }[]>`
    select (pg_total_relation_size('receipt_hashes') / 1024)::int as hashes,
      (pg_total_relation_size('receipt_salts') / greatest(1, (select count(*) from receipt_salts)))::int as salts`
  console.log(
    `  ${ENTRIES} entries: one more ${percentile(appends, 0.5).toFixed(1)} ms, a receipt ${percentile(proofs, 0.5).toFixed(1)} ms; record ${hashes} KiB, ${salts} bytes beside each reply`,
  )
}
