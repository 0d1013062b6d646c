import { expect, test } from 'vitest'
import { deletedWords } from './deleted-words.ts'
import { KEPT, KeptAnswers } from './kept-answers.ts'

/** An in-memory implementation of the browser's caches, as far as kept answers use them. */
function memoryCaches() {
  const all = new Map<string, Map<string, Response>>()
  const open = (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>()
    all.set(name, entries)
    return {
      put: async (address: string, response: Response) => void entries.set(address, response),
      match: async ({ url }: { url: string }) => entries.get(url)?.clone(),
      matchAll: async () => [...entries.values()].map((response) => response.clone()),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async ({ url }: { url: string }) => entries.delete(url),
    }
  }
  const caches = {
    open: async (name: string) => open(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  }
  return { caches: caches as unknown as CacheStorage, all }
}

const now = Date.parse('2026-11-23T06:00:00Z')
const answer = (id: string, updatedAt = now) => ({ queryKey: ['conversation', id], data: { id }, updatedAt })

function browser() {
  const { caches, all } = memoryCaches()
  return { all, page: (code = 'one') => new KeptAnswers({ caches: () => caches, code, now: () => now }) }
}

test('the next page of the same viewer gets what came, each question once and the newest first', async () => {
  const { page } = browser()
  const first = page()
  await first.leaveOnly('ada')
  await first.keep([answer('a', now - 2), answer('b', now - 1)], 'ada')
  await first.keep([answer('a', now)], 'ada')
  const kept = await page().recall()
  expect(kept.map(({ queryKey, updatedAt }) => [queryKey[1], updatedAt])).toEqual([
    ['a', now],
    ['b', now - 1],
  ])
})

test('signing out, and another wallet, leave nothing of it behind', async () => {
  const { page, all } = browser()
  const first = page()
  await first.leaveOnly('ada')
  await first.keep([answer('a')], 'ada')
  await first.leaveOnly(null)
  expect([...all.keys()]).toEqual([])
  expect(await page().recall()).toEqual([])

  await first.leaveOnly('ada')
  await first.keep([answer('a')], 'ada')
  await page().leaveOnly('bea')
  expect(await page().recall()).toEqual([])
})

test('what has words of something deleted is dropped, and what is written before it is dropped, too', async () => {
  const { page } = browser()
  const kept = page()
  await kept.leaveOnly('ada')
  const list = { queryKey: ['conversations', 'list', 'ada', { query: 'light' }], data: 1, updatedAt: now }
  const writing = kept.keep([answer('a'), answer('b'), list], 'ada')
  const isGone = deletedWords({ type: 'erased', conversationId: 'a', messageIds: ['m'] })
  await Promise.all([writing, isGone && kept.drop(isGone)])
  expect((await page().recall()).map(({ queryKey }) => queryKey)).toEqual([['conversation', 'b']])
  const all = deletedWords({ type: 'all deleted' })
  if (all) await kept.drop(all)
  expect(await page().recall()).toEqual([])
  expect(deletedWords({ type: 'renamed', conversationId: 'a' })).toBeNull()
})

test('what was about to be written when somebody signed out is not written', async () => {
  const { page, all } = browser()
  const kept = page()
  await kept.leaveOnly('ada')
  const writing = kept.keep([answer('a')], 'ada')
  const leaving = kept.leaveOnly(null)
  await Promise.all([writing, leaving, kept.keep([answer('b')], 'ada')])
  expect([...all.keys()]).toEqual([])
})

test('the newest are kept, none that is too long, none that is too old, none of other code', async () => {
  const { page } = browser()
  const kept = page()
  await kept.leaveOnly(null)
  const many = Array.from({ length: KEPT.answers + 5 }, (_, n) => answer(String(n), now - 1_000 + n))
  await kept.keep([...many, { ...answer('long'), data: 'x'.repeat(KEPT.characters) }], null)
  const recalled = await kept.recall()
  expect(recalled).toHaveLength(KEPT.answers)
  expect(recalled.at(-1)?.queryKey[1]).toBe('5')
  expect(await page('two').recall()).toEqual([])
  await kept.keep([answer('old', now - KEPT.age)], null)
  expect((await kept.recall()).some(({ queryKey }) => queryKey[1] === 'old')).toBe(false)
})

test('a browser that keeps nothing fails nobody', async () => {
  const caches = () => {
    throw new DOMException('No', 'SecurityError')
  }
  const kept = new KeptAnswers({ caches, code: 'one' })
  await kept.leaveOnly('ada')
  await kept.keep([answer('a')], 'ada')
  expect(await kept.recall()).toEqual([])
})
