import { expect, test } from 'vitest'
import { newReply } from '../../../../shared/chat/messages.ts'
import { createLog } from '../../../base/log.ts'
import { createEndStore } from './store-ends.ts'

test('a reply that the database does not take as it is, is stored once in plain text, not tried for ever', async () => {
  const tried: string[] = []
  const storeEnd = createEndStore({
    store: {
      async storeEnd(_, reply) {
        const text = JSON.stringify(reply)
        tried.push(text)
        if (text.includes('\\u0000')) throw Object.assign(new Error('unsupported Unicode'), { code: '22P05' })
        return { state: 'finished', cutShort: false }
      },
    },
    onStored: () => {},
    log: createLog('silent'),
    closed: new AbortController().signal,
  })
  const reply = {
    ...newReply({ id: 'r', parentId: null, number: 1, createdAt: '' }),
    content: 'Kept \0 words',
  }
  const place = { conversationId: 'c', replyId: 'r' }
  expect(await storeEnd(place, reply)).toMatchObject({ state: 'finished' })
  expect(tried).toHaveLength(2)
  expect(tried[1]).toContain('Kept � words')
})
