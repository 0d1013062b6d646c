import { expect, test } from 'vitest'
import { handTabTo } from './tab-owner.ts'

/** The storage of a tab, as browsers have it. */
function newTab(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
    key: (index) => [...kept.keys()][index] ?? null,
    clear: () => kept.clear(),
    get length() {
      return kept.size
    },
  }
}

const draft = (tab: Storage) => tab.getItem('draft')

test('what a visitor typed is theirs when they sign in', () => {
  const tab = newTab()
  tab.setItem('draft', '"words"')
  handTabTo('ada', tab)
  expect(draft(tab)).toBe('"words"')
})

test('what one wallet typed nobody else finds, after it signed out or another took its place, and it finds it again', () => {
  for (const signsOut of [true, false]) {
    const tab = newTab()
    handTabTo('ada', tab)
    tab.setItem('draft', '"of Ada"')
    if (signsOut) {
      handTabTo(null, tab)
      expect(draft(tab)).toBeNull()
    }
    handTabTo('bob', tab)
    expect(draft(tab)).toBeNull()
    tab.setItem('draft', '"of Bob"')
    handTabTo('ada', tab)
    expect(draft(tab)).toBe('"of Ada"')
    handTabTo('bob', tab)
    expect(draft(tab)).toBe('"of Bob"')
  }
})

test('what was typed while signed out stands beside what was typed before, and goes before it where both are one', () => {
  const tab = newTab()
  handTabTo('ada', tab)
  tab.setItem('drafts', '[["a","old"],["b","old"]]')
  tab.setItem('draft', '"old"')
  handTabTo(null, tab)
  handTabTo(null, tab)
  tab.setItem('drafts', '[["b","new"],["c","new"]]')
  tab.setItem('draft', '"new"')
  handTabTo('ada', tab)
  expect(JSON.parse(tab.getItem('drafts') ?? '')).toEqual([
    ['a', 'old'],
    ['b', 'new'],
    ['c', 'new'],
  ])
  expect(draft(tab)).toBe('"new"')
})

test('signing in again as the same wallet moves nothing, and a storage that refuses costs nothing else', () => {
  const tab = newTab()
  handTabTo('ada', tab)
  tab.setItem('draft', '"words"')
  handTabTo('ada', tab)
  expect(draft(tab)).toBe('"words"')
  const refuse = () => {
    throw new Error('The quota is used up')
  }
  expect(() => handTabTo('bob', { ...tab, setItem: refuse })).not.toThrow()
})
