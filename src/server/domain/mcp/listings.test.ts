import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { fixtureTool } from '../../../../test/mcp-fixture-server.ts'
import { createLog } from '../../base/log.ts'
import type { KnownServer, KnownServers } from './known-servers.ts'
import { Listings } from './listings.ts'
import { McpFault } from './mcp-fault.ts'

const { db } = await testDatabase()

/** A server of the place that answers when it is told to, as its token deserves. */
function slowServer() {
  const waiting: PromiseWithResolvers<void>[] = []
  const known: Pick<KnownServers, 'ask'> = {
    async ask(server) {
      const turn = Promise.withResolvers<void>()
      waiting.push(turn)
      await turn.promise
      if (server.headers.authorization !== 'Bearer new') throw new McpFault('sign-in', 'It wants a sign-in.')
      return { tools: [fixtureTool('send')], isCut: false } as never
    },
  }
  let time = Date.now()
  const listings = new Listings({
    ...{ db, clock: () => new Date(time), log: createLog('silent'), known: known as KnownServers },
  })
  return {
    listings,
    waiting,
    advance: (ms: number) => {
      time += ms
    },
  }
}

const server = (token: string): KnownServer => ({
  ...{ id: 'post', name: 'Post', slug: 'post', address: 'https://post.example/mcp', host: 'post.example' },
  ...{ auth: 'header', owner: null, isShown: true, headers: { authorization: `Bearer ${token}` } },
})

test('a server whose token was replaced is listed with the new one, also while it was being listed with the old one', async () => {
  const { listings, waiting } = slowServer()
  const before = listings.live(server('old'), null)
  await expect.poll(() => waiting.length).toBe(1)
  const after = [listings.refresh(server('new'), null), listings.refresh(server('new'), null)]
  waiting[0]?.resolve()
  expect(await before).toMatchObject({ fault: { kind: 'sign-in' } })
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.resolve()
  for (const live of await Promise.all(after)) expect(live).toMatchObject({ pins: expect.any(Map) })
  expect(await listings.live(server('new'), null)).toMatchObject({ pins: expect.any(Map) })
  expect(waiting).toHaveLength(2)
})

test('a server is listed again once its list is old by a clock that was set back', async () => {
  const { listings, waiting, advance } = slowServer()
  for (const nth of [0, 1]) {
    const live = listings.live(server('new'), null)
    await expect.poll(() => waiting.length).toBe(nth + 1)
    waiting[nth]?.resolve()
    expect(await live).toMatchObject({ pins: expect.any(Map) })
    advance(-3_600_000)
  }
})
