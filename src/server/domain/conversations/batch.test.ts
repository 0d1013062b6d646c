import { expect, test } from 'vitest'
import { batch } from './batch.ts'

/** Work that the test completes, by the name of its items. */
function workshop() {
  const begun: string[] = []
  const doors = new Map<string, { open: () => void; fail: () => void }>()
  const work = (items: readonly string[]) => {
    const name = items.join(' ')
    begun.push(name)
    return new Promise<string[]>((resolve, reject) => {
      doors.set(name, {
        open: () => resolve(items.map((item) => `${item}!`)),
        fail: () => reject(new Error(`no ${name}`)),
      })
    })
  }
  return { begun, doors, ask: batch(work, (item) => item.charAt(0)) }
}
const turn = () => new Promise(setImmediate)

test('one is done at once, and those that come meanwhile together, each with its own result', async () => {
  const { begun, doors, ask } = workshop()
  const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask))
  expect(begun).toEqual(['a', 'b'])
  doors.get('b')?.open()
  await turn()
  expect(begun).toEqual(['a', 'b', 'c d e'])
  doors.get('c d e')?.open()
  doors.get('a')?.open()
  expect(await results).toEqual(['a!', 'b!', 'c!', 'd!', 'e!'])
})

test('two of one key never go together, and keep their order', async () => {
  const { begun, doors, ask } = workshop()
  for (const name of ['x', 'y', 'c1', 'd1', 'c2', 'c3', 'd2']) void ask(name)
  doors.get('x')?.open()
  await turn()
  doors.get('c1 d1')?.open()
  await turn()
  doors.get('c2 d2')?.open()
  await turn()
  expect(begun).toEqual(['x', 'y', 'c1 d1', 'c2 d2', 'c3'])
})

test('what fails for several is done for each alone, so that the fault stays with whose it is', async () => {
  const { begun, doors, ask } = workshop()
  const results = Promise.allSettled(['x', 'y', 'a', 'b'].map(ask))
  doors.get('x')?.open()
  await turn()
  doors.get('a b')?.fail()
  await turn()
  expect(begun.slice(3)).toEqual(['a', 'b'])
  doors.get('a')?.fail()
  doors.get('b')?.open()
  doors.get('y')?.open()
  expect(await results).toMatchObject([
    { value: 'x!' },
    { value: 'y!' },
    { reason: { message: 'no a' } },
    { value: 'b!' },
  ])
})
