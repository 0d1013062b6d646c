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

test('rows are read with rests as long as the work was, and never longer than a tenth of a second', async () => {
  const rests: number[] = []
  const rest = async (ms: number) => void rests.push(ms)
  const read: string[] = []
  for await (const piece of paced(sourceOf(['one', 'two', 'three', 'four']), { wait: rest }).copyOut('')) {
    read.push(String(piece))
    // The third is taken at once.
    if (read.length === 1) await wait(20)
    if (read.length === 2) await wait(150)
  }
  expect(read).toEqual(['one', 'two', 'three', 'four'])
  expect(rests.length).toBeGreaterThanOrEqual(2)
  expect(rests[0]).toBeGreaterThanOrEqual(15)
  expect(rests[1]).toBe(100)
  expect(rests.filter((ms) => !(ms >= 5 && ms <= 100))).toEqual([])
})

test('who takes no more rows ends the reading', async () => {
  const source = sourceOf(['one', 'two'])
  for await (const _ of paced(source).copyOut('')) break
  expect(source.ended).toBe(true)
})
