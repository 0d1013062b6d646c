import { expect, test } from 'vitest'
import { RealmDirectory } from './realm-directory.ts'

/** A database of realms under the control of a test; each statement completes when the test says so. */
function setting(options: { missingMs?: number } = {}) {
  const there = new Map<string, number>()
  const statements: { ids: readonly string[]; end: () => void; fail: (error: Error) => void }[] = []
  const directory = new RealmDirectory({
    versions(ids) {
      // The result is that of the moment when the statement begins.
      const found = new Map(ids.flatMap((id) => (there.has(id) ? [[id, there.get(id) ?? 0] as const] : [])))
      return new Promise((resolve, reject) =>
        statements.push({ ids, end: () => resolve(found), fail: reject }),
      )
    },
    ...options,
  })
  const find = (id: string) => directory.find(id)
  return { there, statements, find, forget: (id: string) => directory.forget(id) }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

test('what is looked for in one moment is one statement, and what comes meanwhile is the next', async () => {
  const { find, statements, there } = setting()
  there.set('a', 7)
  const first = Promise.all(['a', 'b', 'a', 'c'].map(find))
  await soon()
  const second = Promise.all(['d', 'e'].map(find))
  await soon()
  expect(statements.map(({ ids }) => ids)).toEqual([['a', 'b', 'c']])
  statements[0]?.end()
  expect(await first).toEqual([7, undefined, 7, undefined])
  await soon()
  expect(statements[1]?.ids).toEqual(['d', 'e'])
  statements[1]?.end()
  expect(await second).toEqual([undefined, undefined])
})

test('thousands of made-up realms are a few statements', async () => {
  const { find, statements } = setting()
  const all = Promise.all(Array.from({ length: 2_500 }, (_, number) => find(`${number}`)))
  for (let statement = 0; statement < 3; statement++) {
    await soon()
    statements[statement]?.end()
  }
  await all
  expect(statements.map(({ ids }) => ids.length)).toEqual([1_000, 1_000, 500])
})

test('that a realm is not there is remembered for a moment, and that it is there is not', async () => {
  const { find, statements, there } = setting({ missingMs: 30 })
  there.set('a', 1)
  const ask = async (id: string) => {
    const answer = find(id)
    await soon()
    statements.at(-1)?.end()
    return answer
  }
  expect([await ask('b'), await ask('b'), await ask('a')]).toEqual([undefined, undefined, 1])
  expect(statements).toHaveLength(2)
  there.set('a', 2)
  expect(await ask('a')).toBe(2)
  there.set('b', 5)
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(await ask('b')).toBe(5)
})

test('a realm that is made is there at once, also when it was being looked for', async () => {
  const { find, forget, statements, there } = setting()
  const early = find('a')
  await soon()
  there.set('a', 1)
  forget('a')
  statements[0]?.end()
  await soon()
  statements[1]?.end()
  expect(await early).toBe(1)

  const late = find('b')
  await soon()
  statements[2]?.end()
  expect(await late).toBeUndefined()
  there.set('b', 1)
  forget('b')
  const again = find('b')
  await soon()
  statements[3]?.end()
  expect(await again).toBe(1)
})

test('a database that does not answer is an error for who asked, and asked again by who asks again', async () => {
  const { find, statements } = setting()
  const failed = find('a')
  await soon()
  statements[0]?.fail(new Error('away'))
  await expect(failed).rejects.toThrow('away')
  const again = find('a')
  await soon()
  statements[1]?.end()
  expect(await again).toBeUndefined()
})
