import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { listGrants, removeGrant } from '../inbox/grants.ts'
import { findGrants, storeGrant } from './tool-grants.ts'

const { db } = await testDatabase()

test('what is allowed several times at once is allowed once, so that taking it back ends it', async () => {
  // Only once a pool has its connections do transactions overlap.
  for (let round = 0; round < 10; round++) {
    const [wallet, agentId] = [randomUUID(), randomUUID()]
    const tool = { wallet, agentId, tool: 'mail__send', title: 'Send', origin: 'mail.example', pin: 'a pin' }
    await Promise.all(Array.from({ length: 4 }, () => storeGrant(db, tool, new Date())))
    const found = await listGrants(db, wallet, 10)
    expect(found).toHaveLength(1)
    await removeGrant(db, { id: found[0]?.id ?? '', wallet })
    expect(await findGrants(db, wallet, agentId)).toEqual(new Map())
  }
})
