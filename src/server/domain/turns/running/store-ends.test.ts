import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newReply } from '../../../../shared/chat/messages.ts'
import { createLog } from '../../../base/log.ts'
import type { ReplyStore } from './reply-store.ts'
import { createEndStore } from './store-ends.ts'

const reply = {
  ...newReply({ id: 'r', parentId: null, number: 1, createdAt: '' }),
  content: 'Kept \0 words',
}
const place = { conversationId: 'c', replyId: 'r' }
const refusedLetters = Object.assign(new Error('unsupported Unicode'), { code: '22P05' })

test('a reply that the database does not take as it is, is stored once in plain text, not tried for ever', async () => {
  const tried: string[] = []
  const storeEnd = createEndStore({
    store: {
      async storeEnd(_, reply) {
        const text = JSON.stringify(reply)
        tried.push(text)
        if (text.includes('\\u0000')) throw refusedLetters
        return { state: 'finished', cutShort: false }
      },
    },
    onStored: () => {},
    log: createLog('silent'),
    closed: new AbortController().signal,
  })
  expect(await storeEnd(place, reply)).toMatchObject({ state: 'finished' })
  expect(tried).toHaveLength(2)
  expect(tried[1]).toContain('Kept � words')
})

/** Ends a reply while the database is away; what it says once it is back, the store tells. */
async function endWhileAway(back: ReplyStore['storeEnd']) {
  const [lines, closed] = [[] as string[], new AbortController()]
  let isAway = true
  const storeEnd = createEndStore({
    store: {
      async storeEnd(...asked) {
        if (isAway) throw new Error('the database is away')
        return back(...asked)
      },
    },
    onStored: () => {},
    log: createLog('warn', { write: (line) => void lines.push(line) }),
    closed: closed.signal,
    pauses: { soon: [1], later: 1 },
  })
  expect(await storeEnd(place, reply)).toBe('unstored')
  isAway = false
  return {
    /** Whether the server says that the end is lost, when it ends itself. */
    async isLost() {
      closed.abort()
      await setImmediate()
      return lines.join('').includes('the end of a reply is lost')
    },
  }
}

test('a reply that was removed for good while the database was away is not tried any more, nor is it lost', async () => {
  let tried = 0
  const { isLost } = await endWhileAway(async () => {
    tried++
    return null
  })
  await expect.poll(() => tried).toBeGreaterThan(0)
  expect(await isLost()).toBe(false)
  expect(tried).toBe(1)
})

test('what a database that was away does not take as it is, it is given in plain text once it is back', async () => {
  const stored: string[] = []
  const { isLost } = await endWhileAway(async (_, { content }) => {
    if (content.includes('\0')) throw refusedLetters
    stored.push(content)
    return { state: 'finished', cutShort: false }
  })
  await expect.poll(() => stored).toEqual(['Kept � words'])
  expect(await isLost()).toBe(false)
})
