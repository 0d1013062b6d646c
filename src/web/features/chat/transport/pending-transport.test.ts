import { expect, test } from 'vitest'
import { newReply } from '../../../../shared/chat/messages.ts'
import { pendingTransport } from './pending-transport.ts'
import type { StoredTransport } from './transport.ts'

const reply = newReply({ id: 'r', parentId: 'q', number: 2, createdAt: '2026-01-01T00:00:00.000Z' })
const link = { signal: new AbortController().signal, onConnection: () => {} }
const load = () => Promise.reject(new Error('nobody loads'))

function recordingLine() {
  const received: string[] = []
  const transport: StoredTransport = {
    kept: 'server',
    keep: async () => void received.push('keep'),
    chooseModel: async (ref) => void received.push(`choose ${ref}`),
    async *ask() {},
    async *follow() {
      received.push('follow')
      yield { type: 'stopped' }
    },
    stop: async () => {
      received.push('stop')
      return true
    },
    goOn: async (replyId) => void received.push(`go on ${replyId}`),
    select: async (leaf) => void received.push(`select ${leaf}`),
    load,
  }
  return { received, transport }
}

test('what is asked before the code is there waits for it, in order', async () => {
  const { received, transport } = recordingLine()
  const code = Promise.withResolvers<StoredTransport>()
  const waiting = pendingTransport(() => code.promise, load)
  const stopped = waiting.stop('r', true)
  const selected = waiting.select('leaf')
  const followed = Array.fromAsync(waiting.follow(reply, link))
  expect(received).toEqual([])
  code.resolve(transport)
  expect(await followed).toEqual([{ type: 'stopped' }])
  expect(await stopped).toBe(true)
  await selected
  expect(received).toEqual(['stop', 'select leaf', 'follow'])
})

test('code that could not come is tried again with the next use', async () => {
  const { transport } = recordingLine()
  let tries = 0
  const waiting = pendingTransport(() => {
    tries++
    return tries < 3 ? Promise.reject(new TypeError('no network')) : Promise.resolve(transport)
  }, load)
  await expect(waiting.stop('r', true)).rejects.toThrow('no network')
  await expect(waiting.stop('r', true)).rejects.toThrow('no network')
  expect(await waiting.stop('r', true)).toBe(true)
})
