import { afterEach, expect, test, vi } from 'vitest'
import { mapStorage } from '../../../../../test/map-storage.ts'
import type { StoredPersona } from '../../../../shared/agents/own-persona.ts'
import { NO_PERSONA } from '../../../../shared/agents/persona.ts'
import { PersonaDraft } from './persona-draft.ts'
import { valuesOf } from './persona-values.ts'

afterEach(() => void vi.unstubAllGlobals())

const saved = (version: number, nickname: string): StoredPersona => {
  return { persona: { ...NO_PERSONA, nickname }, lorebook: null, version }
}

function storage() {
  const stored = mapStorage()
  vi.stubGlobal('sessionStorage', stored)
  return stored.items
}

test('a draft keeps the version that it was begun from through a reload, whatever was saved elsewhere meanwhile', () => {
  storage()
  const begun = saved(3, 'Star')
  const typed = { ...valuesOf(begun), nickname: 'Moon' }
  new PersonaDraft('a').keep(typed, begun)
  const newer = saved(4, 'Sun')
  expect(new PersonaDraft('a').read(newer)).toEqual({ values: typed, base: begun })
  // What is typed on goes on from there.
  new PersonaDraft('a').keep({ ...typed, nickname: 'Moons' }, begun)
  expect(new PersonaDraft('a').read(newer).base).toEqual(begun)
})

test('nothing is left of a draft that was saved or dropped, and none of another agent is read', () => {
  const stored = storage()
  const draft = new PersonaDraft('a')
  draft.keep(valuesOf(saved(3, 'Star')), saved(3, 'Star'))
  draft.rebase(saved(5, 'Star'))
  expect(draft.read(saved(6, 'Sun')).base.version).toBe(5)
  expect(new PersonaDraft('b').read(saved(6, 'Sun')).base.version).toBe(6)
  draft.drop()
  draft.rebase(saved(6, 'Sun'))
  expect([draft.isThere(), stored.size]).toEqual([false, 0])
})

test('once a draft is saved, what was typed since it was sent is left, based on what is saved', () => {
  storage()
  const draft = new PersonaDraft('a')
  const begun = saved(3, 'Star')
  const sent = { ...valuesOf(begun), nickname: 'Moon' }
  draft.keep(sent, begun)
  draft.keep({ ...sent, background: 'A tower.' }, begun)
  const newer = saved(4, 'Moon')
  draft.settle(sent, newer)
  expect(draft.read(newer)).toEqual({ values: { ...sent, background: 'A tower.' }, base: newer })
  draft.settle({ ...sent, background: 'A tower.' }, saved(5, 'Moon'))
  expect(draft.isThere()).toBe(false)
})
