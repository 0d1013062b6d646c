import { expect, test } from 'vitest'
import { newReply } from '../../../../shared/chat/messages.ts'
import type { StoredLine } from './line.ts'
import { pendingLine } from './pending-line.ts'

const reply = newReply({ id: 'r', parentId: 'q', number: 2, createdAt: '2026-01-01T00:00:00.000Z' })
const link = { signal: new AbortController().signal, onConnection: () => {} }
const load = () => Promise.reject(new Error('nobody loads'))

function recordingLine() {
  const heard: string[] = []
  const line: StoredLine = {
    kept: 'server',
    keep: async () => void heard.push('keep'),
    async *ask() {},
    async *follow() {
      heard.push('follow')
      yield { type: 'stopped' }
    },
    stop: async () => {
      heard.push('stop')
      return true
    },
    select: async (leaf) => void heard.push(`select ${leaf}`),
    load,
  }
  return { heard, line }
}

test('what is asked before the code is there waits for it, in order', async () => {
  const { heard, line } = recordingLine()
  const code = Promise.withResolvers<StoredLine>()
  const waiting = pendingLine(() => code.promise, load)
  const stopped = waiting.stop('r', true)
  const selected = waiting.select('leaf')
  const followed = collect(waiting.follow(reply, link))
  expect(heard).toEqual([])
  code.resolve(line)
  expect(await followed).toEqual([{ type: 'stopped' }])
  expect(await stopped).toBe(true)
  await selected
  expect(heard).toEqual(['stop', 'select leaf', 'follow'])
})

test('code that could not come is tried again with the next use', async () => {
  const { line } = recordingLine()
  let tries = 0
  const waiting = pendingLine(() => {
    tries++
    return tries < 3 ? Promise.reject(new TypeError('no network')) : Promise.resolve(line)
  }, load)
  await expect(waiting.stop('r', true)).rejects.toThrow('no network')
  await expect(waiting.stop('r', true)).rejects.toThrow('no network')
  expect(await waiting.stop('r', true)).toBe(true)
})

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}
