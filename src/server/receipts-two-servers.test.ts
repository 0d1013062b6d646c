import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type conversationClient, firstQuestion } from '../../test/conversation-client.ts'
import { verifyWithNode } from '../../test/memory-log.ts'
import { type ServerPair, sendTo, sharings, startServerPair } from '../../test/server-pair.ts'
import { checkReceipt } from '../shared/receipts/check-receipt.ts'
import { readProof } from '../shared/receipts/proof.ts'
import type { ReceiptFile } from '../shared/receipts/receipt-file.ts'

const possible = inject('template').kind === 'postgresql'

describe.runIf(possible).each(sharings)('several servers $sharing', ({ environment }) => {
  let pair: ServerPair
  beforeAll(async () => {
    pair = await startServerPair(environment)
  })
  afterAll(() => pair?.end())

  /** @returns the places of replies that have ended at a server */
  async function replies(client: ReturnType<typeof conversationClient>, count: number) {
    const asked = Array.from({ length: count }, async () => {
      const [conversation, ask] = [crypto.randomUUID(), firstQuestion(pair.agent)]
      await (await client.ask(conversation, ask)).text()
      expect((await client.followToEnd(conversation, ask.replyId)).state).toBe('finished')
      return { conversation, reply: ask.replyId }
    })
    return Promise.all(asked)
  }

  test('what a server was killed with is noted by another one: one record, without a gap, and each reply in it once', async () => {
    const { a, b, start } = pair
    pair.model.use('words')
    const victim = await start()
    const noted = await replies(a, 3)
    noted.push(...(await replies(victim.client, 5)))
    // Within the second after which it would have noted them.
    await victim.kill()
    noted.push(...(await Promise.all([replies(b, 4), replies(a, 4)])).flat())
    const other = await start()
    const receiptOf = async ({ conversation, reply }: (typeof noted)[number]) => {
      const path = `/api/conversations/${conversation}/replies/${reply}/receipt`
      const answer = await sendTo(other)('GET', path, { as: pair.account })
      return answer.status === 200 ? ((await answer.json()) as ReceiptFile) : null
    }
    await expect.poll(async () => (await Promise.all(noted.map(receiptOf))).includes(null)).toBe(false)
    const files = (await Promise.all(noted.map(receiptOf))).flatMap((file) => file ?? [])
    const places = files.map(({ proof }) => readProof(proof)?.index ?? -1)
    expect(places.toSorted((one, two) => one - two)).toEqual(noted.map((_, nth) => nth))
    for (const file of files) {
      const checks = await checkReceipt(file, { verify: verifyWithNode })
      expect(checks.filter(({ outcome }) => outcome === 'fails')).toEqual([])
    }
  })
})
