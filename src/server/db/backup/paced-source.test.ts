import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { paced } from './paced-source.ts'
import type { RowsSource } from './rows-source.ts'

function sourceOf(pieces: string[]): RowsSource & { ended: boolean } {
  const source = {
    kind: 'postgresql' as const,
    at: new Date(0),
    ended: false,
    query: async () => [],
    async *copyOut() {
      try {
        for (const piece of pieces) {
          await wait(3)
          yield Buffer.from(piece)
        }
      } finally {
        source.ended = true
      }
    },
    close: async () => {},
  }
  return source
}

test('a busy machine has a rest after each piece, never longer than a tenth of a second; an idle one has none', async () => {
  for (const busy of [true, false]) {
    const rests: number[] = []
    const rest = async (ms: number) => void rests.push(ms)
    const read: string[] = []
    const rows = paced(sourceOf(['one', 'two', 'three']), { isBusy: () => busy, rest }).copyOut('')
    for await (const piece of rows) {
      read.push(String(piece))
      if (read.length === 2) await wait(150)
    }
    expect(read).toEqual(['one', 'two', 'three'])
    expect(rests).toHaveLength(busy ? 3 : 0)
    expect(rests.filter((ms) => !(ms > 0 && ms <= 100))).toEqual([])
    if (busy) expect(rests[1]).toBe(100)
  }
})

test('who takes no more rows ends the reading', async () => {
  const source = sourceOf(['one', 'two'])
  for await (const _ of paced(source, { isBusy: () => true }).copyOut('')) break
  expect(source.ended).toBe(true)
})
