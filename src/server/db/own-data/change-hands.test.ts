import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../test/app.ts'
import { anyDatabase } from '../../../../test/database.ts'
import { meanwhileOn } from '../../../../test/meanwhile.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import { insertFavourite } from '../agents/favourites.ts'
import { setUpvote } from '../agents/upvotes.ts'
import type { Db } from '../connect/connect.ts'
import { lockNames } from '../lock-names.ts'
import { lockChoice } from '../memory/choices.ts'
import { readFacts, updateFact } from '../memory/facts.ts'
import { storeBlock } from '../people/blocks.ts'
import { openCase } from '../trust/cases.ts'
import { lockDesk } from '../trust/desk-log.ts'
import { storeRating } from '../trust/ratings.ts'
import { insertReport } from '../trust/reports.ts'
import { insertSuspension } from '../trust/suspensions.ts'
import { moveEverything } from './change-hands.ts'
import { markEverything } from './delete-everything.ts'
import { storeHandover, takeHandover } from './handovers.ts'
import { settleDeletion } from './settle-deletion.ts'

const database = await anyDatabase()
const { db, sql } = database
const meanwhile = meanwhileOn(database)
const { memories, send, signIn } = testApp(database)
const now = new Date()

/** Two wallets of which one has an agent, and offers everything to the other. */
async function offered() {
  const [giver, taker] = [await signIn(), await signIn()]
  const made = await send('POST', '/api/agents', { as: giver, json: newAgent })
  expect(made.status).toBe(201)
  const { id: agentId } = (await made.json()) as Agent
  const id = randomUUID()
  const [from, to] = [giver.address, taker.address]
  await storeHandover(db, { id, giver: from, taker: to, agentId: null, offeredAt: now })
  return { from, to, agentId, taking: { id, taker: to, after: new Date(0), now } }
}

const suspend = (wallet: string, number: number) => async (transaction: Db) => {
  await lockDesk(transaction)
  await insertSuspension(transaction, { number, wallet, scope: 'speaking', since: now, until: null })
}

// Embedded, there is one connection.
const at = test.runIf(database.kind === 'postgresql')

at('nobody takes what is being deleted at that moment, and would have it hidden', async () => {
  const { from, taking } = await offered()
  const outcome = await meanwhile(
    (transaction) => markEverything(transaction, from, now),
    () => moveEverything(db, taking),
  )
  expect(outcome).toBe('deleted')
  expect(await sql`select from agents where owner = ${from}`).toHaveLength(1)
})

at('a suspension of that moment goes along to whoever takes everything over', async () => {
  const { from, to, taking } = await offered()
  await meanwhile(suspend(from, 1), () => moveEverything(db, taking))
  expect(await sql`select wallet from suspensions where number = 1`).toEqual([{ wallet: to }])
})

at('a suspension of the moment in which somebody leaves does not have their address', async () => {
  const { from } = await offered()
  await markEverything(db, from, new Date(0))
  await meanwhile(suspend(from, 2), () => settleDeletion(db, { wallet: from, before: now, now }))
  const [kept] = await sql<{ wallet: string }[]>`select wallet from suspensions where number = 2`
  expect(kept?.wallet).toMatch(/^left:/)
})

at('nobody waits for ever who takes over what is deleted for good at that moment', async () => {
  const { from, taking } = await offered()
  await markEverything(db, from, new Date(0))
  const outcome = await meanwhile(
    lockDesk,
    () => moveEverything(db, taking),
    (transaction) => settleDeletion(transaction, { wallet: from, before: now, now }),
  )
  expect(outcome).toBe('gone')
})

at('nor does whoever takes everything over of which another one takes an agent at that moment', async () => {
  const [{ from, agentId, taking }, { to }] = [await offered(), await offered()]
  const offer = { id: randomUUID(), giver: from, taker: to, agentId }
  await storeHandover(db, { ...offer, offeredAt: now })
  await meanwhile(
    (transaction) => takeHandover(transaction, { ...offer, after: new Date(0) }),
    () => moveEverything(db, taking),
    (transaction) => transaction.execute(`update agents set owner = '${to}' where id = '${agentId}'`),
  )
  expect(await sql`select owner from agents where id = ${agentId}`).toEqual([{ owner: to }])
})

at('a vote that the taker gives at that moment, for what the giver has voted for, counts once', async () => {
  // An agent of somebody else.
  const [{ from, to, taking }, { agentId }] = [await offered(), await offered()]
  const vote = { id: agentId, upvoted: true, at: now }
  await setUpvote(db, { ...vote, wallet: from })
  await meanwhile(
    (transaction) => setUpvote(transaction, { ...vote, wallet: to }),
    () => moveEverything(db, taking),
  )
  expect(await sql`select wallet from agent_upvotes where agent_id = ${agentId}`).toEqual([{ wallet: to }])
  expect(await sql`select upvotes from agents where id = ${agentId}`).toEqual([{ upvotes: 1 }])
})

at('a favourite or a block that both have at that moment is kept once', async () => {
  const [{ from, to, taking }, { agentId, from: other }] = [await offered(), await offered()]
  const keep = async (on: Db, wallet: string) => {
    await insertFavourite(on, { id: agentId, wallet, at: now, most: 9 })
    await storeBlock(on, { wallet, blocked: other, noCopies: false, at: now, most: 9 })
    // And by somebody else, who blocks both.
    await storeBlock(on, { wallet: other, blocked: wallet, noCopies: true, at: now, most: 9 })
  }
  await keep(db, from)
  await meanwhile(
    (transaction) => keep(transaction, to),
    () => moveEverything(db, taking),
  )
  expect(await sql`select wallet from agent_favourites where agent_id = ${agentId}`).toEqual([{ wallet: to }])
  expect(
    await sql`select wallet, blocked from blocks where ${other} in (wallet, blocked) order by wallet = ${to}`,
  ).toEqual([
    { wallet: other, blocked: to },
    { wallet: to, blocked: other },
  ])
})

at(
  'a fact that is edited at that moment is taken over, and neither waits for the other for ever',
  async () => {
    const { from, to, agentId, taking } = await offered()
    const of = { wallet: from, agentId }
    const fact = { id: randomUUID(), text: 'Keeps bees on the roof.', by: 'person' } as const
    const { fact: kept } = await memories.add(of, fact)
    await meanwhile(
      (transaction) => lockChoice(transaction, of),
      () => moveEverything(db, taking),
      async (transaction) => {
        const [stored] = await readFacts(transaction, of, now)
        if (stored) await updateFact(transaction, of, { ...stored, text: 'Keeps goats.' })
      },
    )
    expect((await memories.open({ ...of, wallet: to })).facts).toMatchObject([
      { id: kept.id, text: 'Keeps goats.' },
    ])
  },
)

at('nor does whoever leaves wait for a fact that is edited at that moment', async () => {
  const { from, agentId } = await offered()
  const of = { wallet: from, agentId }
  await memories.add(of, { id: randomUUID(), text: 'Keeps bees on the roof.', by: 'person' })
  await markEverything(db, from, new Date(0))
  await meanwhile(
    (transaction) => lockChoice(transaction, of),
    () => settleDeletion(db, { wallet: from, before: now, now }),
    (transaction) => transaction.execute(`update facts set text = 'Goats.' where wallet = '${from}'`),
  )
  expect(await sql`select from facts where wallet = ${from}`).toEqual([])
})

at('a rating that the taker gives at that moment, of what the giver has rated, is the only one', async () => {
  const [{ from, to, taking }, { agentId }] = [await offered(), await offered()]
  const rate = (on: Db, wallet: string, words: string) =>
    storeRating(on, { agentId, wallet, version: 1, rating: { up: true, reason: null, words }, at: now })
  await rate(db, from, 'Patient.')
  await meanwhile(
    (transaction) => rate(transaction, to, 'Good.'),
    () => moveEverything(db, taking),
  )
  const rated = await sql`select wallet, words from agent_ratings where agent_id = ${agentId}`
  expect(rated).toEqual([{ wallet: to, words: 'Good.' }])
})

at(
  'a report that the taker makes at that moment, of what the giver has reported, is the only one of theirs',
  async () => {
    const [{ from, to, taking }, { agentId: subject }] = [await offered(), await offered()]
    const seen = { title: 'Ada', maker: '', href: '/', picture: null, texts: [] }
    const report = async (on: Db, reporter: string, words: string) => {
      await lockNames(on, `reports ${reporter}`)
      const opened = {
        kind: 'agent',
        subject,
        source: 'report',
        maker: '',
        seen,
        weight: 1,
        at: now,
      } as const
      const caseId = await openCase(on, randomUUID(), opened)
      const made = { caseId, reporter, reason: 'harmful', words, seen, weight: 1, createdAt: now } as const
      await insertReport(on, { ...made, id: randomUUID() })
    }
    await db.transaction((transaction) => report(transaction as unknown as Db, from, 'Look.'))
    await meanwhile(
      (transaction) => report(transaction, to, 'See.'),
      () => moveEverything(db, taking),
    )
    const reported = await sql`select words from reports where reporter in (${from}, ${to})`
    expect(reported).toEqual([{ words: 'See.' }])
  },
)
