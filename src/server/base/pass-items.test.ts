import { expect, test } from 'vitest'
import { type Over, passItems } from './pass-items.ts'

function watched(items: AsyncIterable<number>) {
  const seen: (number | Over)[] = []
  const passed = passItems(items, { take: (item) => seen.push(item), over: (how) => seen.push(how) })
  return { seen, passed }
}

async function* counting(most = 3, fault?: Error) {
  for (let item = 1; item <= most; item++) yield item
  if (fault) throw fault
}

test('takes each item before its reader does, and the end once', async () => {
  const { seen, passed } = watched(counting())
  for await (const item of passed) expect(seen.at(-1)).toBe(item)
  await passed.return?.()
  expect(seen).toEqual([1, 2, 3, 'read'])
})

test('a source that fails is over, and its reader gets the error', async () => {
  const fault = new Error('The model is gone.')
  const { seen, passed } = watched(counting(1, fault))
  await expect(Array.fromAsync(passed)).rejects.toBe(fault)
  expect(seen).toEqual([1, 'failed'])
})

test.each([0, 1])('a reader that leaves after %i items lets go of the source first', async (most) => {
  let isLetGo = false
  async function* held() {
    try {
      yield* counting()
    } finally {
      isLetGo = true
    }
  }
  const { seen, passed } = watched(held())
  for (let item = 0; item < most; item++) await passed.next()
  await passed.return?.()
  expect(seen).toEqual([...Array.from({ length: most }, (_, index) => index + 1), 'left'])
  // What was never begun holds nothing.
  expect(isLetGo).toBe(most > 0)
})

test('what takes items and fails ends them for the reader, too', async () => {
  const ends: Over[] = []
  const passed = passItems(counting(), {
    take: () => {
      throw new Error('It can’t be counted.')
    },
    over: (how) => ends.push(how),
  })
  await expect(passed.next()).rejects.toThrow('counted')
  expect(ends).toEqual(['failed'])
})
