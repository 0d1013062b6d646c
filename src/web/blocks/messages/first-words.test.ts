import { beforeEach, expect, test, vi } from 'vitest'
import { mapStorage } from '../../../../test/map-storage.ts'
import { TYPED_MOVED } from '../../lib/typed-moved.ts'

/** What the module remembers goes with it, as a page's memory does with a reload. */
async function loadPage() {
  vi.resetModules()
  return import('./first-words.ts')
}

const storage = mapStorage()
const { items: stored } = storage

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', storage)
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

test('words that were sent are given to their agent once, through a reload on the way', async () => {
  const before = await loadPage()
  before.sendFirstWords('one', 'Hello')
  const page = await loadPage()
  expect(page.takeFirstWords('two')).toBeNull()
  expect(page.takeFirstWords('one')).toEqual({ words: 'Hello', asks: true })
  expect(page.takeFirstWords('one')).toBeNull()
  expect((await loadPage()).takeFirstWords('one')).toBeNull()
})

test('what was typed comes back until it is asked, and is given to no agent before it was sent', async () => {
  const page = await loadPage()
  page.keepFirstWords('Half a sent')
  expect((await loadPage()).recallFirstWords()).toBe('Half a sent')
  expect(page.takeFirstWords('one')).toBeNull()
  page.sendFirstWords('gone', 'A whole one')
  expect((await loadPage()).recallFirstWords()).toBe('A whole one')
  page.keepFirstWords('')
  expect(page.recallFirstWords()).toBe('')
})

test('what was typed stays when a question is sent in its place', async () => {
  const page = await loadPage()
  page.keepFirstWords('Half a sent')
  page.sendFirstWords('one', 'What can you do?', 'Half a sent')
  expect((await loadPage()).recallFirstWords()).toBe('Half a sent')
  expect(page.takeFirstWords('one')).toEqual({ words: 'What can you do?', asks: true })
  expect(page.takeFirstWords('one')).toBeNull()
  expect((await loadPage()).recallFirstWords()).toBe('Half a sent')
})

test('words that were sent long ago are not asked by themselves', async () => {
  vi.useFakeTimers()
  const page = await loadPage()
  page.sendFirstWords('one', 'Hello')
  vi.advanceTimersByTime(61_000)
  expect(page.takeFirstWords('one')).toEqual({ words: 'Hello', asks: false })
})

test('what somebody typed is not in the page’s memory for whoever has the tab after them', async () => {
  const target = new EventTarget()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  const page = await loadPage()
  page.keepFirstWords('A secret')
  stored.clear()
  target.dispatchEvent(new Event(TYPED_MOVED))
  expect(page.recallFirstWords()).toBe('')
})

test('a browser that keeps nothing still hands words over within the page', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const page = await loadPage()
  page.sendFirstWords('one', 'Hello')
  expect(page.takeFirstWords('one')).toEqual({ words: 'Hello', asks: true })
  expect(page.takeFirstWords('one')).toBeNull()
})

test('what somebody else wrote into the storage is no words', async () => {
  for (const value of [
    'null',
    '7',
    '{"words":7}',
    '{"words":"a","sent":{"agentId":1,"at":2}}',
    '{"words":"a","typed":7}',
    '{',
  ])
    stored.set('firstWords', value)
  expect((await loadPage()).recallFirstWords()).toBe('')
})
