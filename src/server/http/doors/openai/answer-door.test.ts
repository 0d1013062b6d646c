import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { AppEnv } from '../../context.ts'
import { answerWith } from './answer-door.ts'
import { ReplyState } from './reply-state.ts'

async function* stopped(): AsyncGenerator<ReplyEvent> {
  yield { type: 'stopped' }
}

/** Asks for a whole answer; the client leaves before the model is asked, or while it is. */
async function leave(when: 'before' | 'while'): Promise<boolean | undefined> {
  const client = new AbortController()
  const gone = new AbortController()
  let wasGone: boolean | undefined
  const app = new Hono<AppEnv>().post('/', (c) => {
    c.set('aside', (work) => work())
    if (when === 'before') client.abort()
    return answerWith(c, new ReplyState(new AbortController().signal), {
      ask: async () => {
        if (when === 'while') client.abort()
        wasGone = gone.signal.aborted
        return stopped()
      },
      ...{ gone, stream: null, whole: () => ({}), ignored: {}, heartbeatMs: undefined },
    })
  })
  await app.request('/', { method: 'POST', signal: client.signal })
  return wasGone
}

test('a whole answer is let go of when its client leaves while the model is asked, and when it had left before', async () => {
  expect(await leave('while')).toBe(true)
  expect(await leave('before')).toBe(true)
})
