import { expect, test } from 'vitest'
import { mapStorage } from '../../../../../test/map-storage.ts'
import { checkedBy, type PersistedById, persistedById } from '../../../blocks/saved-draft/persisted.ts'
import { type KeptBrief, keptBriefs } from './brief-memory.ts'
import { BriefStore } from './brief-store.ts'
import { type Brief, type BriefValues, emptyBrief } from './brief-values.ts'

const meridian = { id: '5db052f2-33ba-4124-abcb-af26f751efe3', name: 'Meridian', imageUrl: '' }
const brief: Brief = { mode: 'relay', task: 'Tides', agentIds: [], rounds: 1, words: 900 }

/** A browser with what it remembers, in which a page can be opened anew. */
function setUp() {
  const memoryOf = <Value>(): PersistedById<Value> => {
    const kept = mapStorage()
    return persistedById(
      'memory',
      checkedBy((value): value is Value => value !== null),
      {
        storage: () => kept,
        most: 3,
      },
    )
  }
  const memories = { memory: memoryOf<KeptBrief>(), last: memoryOf<BriefValues>() }
  let ids = 0
  const create = () => new BriefStore({ ...memories, newId: () => `id ${++ids}`, later: () => () => {} })
  const open = (owner: string | null) => {
    const store = create()
    store.ownBy(owner)
    return store
  }
  return { open, create }
}

test('what was typed survives a reload', () => {
  const { open } = setUp()
  const store = open(null)
  store.change({ task: 'Tides', agents: [meridian], mode: 'relay' })
  store.remember()
  expect(open(null).getValues()).toEqual({ ...emptyBrief, task: 'Tides', agents: [meridian], mode: 'relay' })
  expect(open('Wallet').getValues()).toEqual(emptyBrief)
})

test('a task that was typed before the page came alive takes the place of the one that is remembered', () => {
  const { open, create } = setUp()
  const before = open(null)
  before.change({ task: 'Tides', agents: [meridian] })
  before.remember()
  const store = create()
  store.change({ task: 'Winds' })
  store.ownBy(null)
  expect(store.getFirstValues()).toEqual(emptyBrief)
  expect(store.getValues()).toEqual({ ...emptyBrief, task: 'Winds', agents: [meridian] })
})

test('what a visitor typed goes on as that of the wallet that signs in, and is there for no other', () => {
  const { open } = setUp()
  const store = open(null)
  store.change({ task: 'Tides', agents: [meridian] })
  store.ownBy('Wallet')
  expect(store.getValues().task).toBe('Tides')
  store.ownBy(null)
  expect(store.getValues()).toEqual(emptyBrief)
  store.ownBy('Another')
  expect(store.getValues()).toEqual(emptyBrief)
  expect(open('Wallet').getValues().task).toBe('Tides')
})

test('once a run is begun its task is done with, and who worked on it is there for the next', () => {
  const { open } = setUp()
  const store = open('Wallet')
  store.change({ task: 'Tides', agents: [meridian], words: 900 })
  store.begun(brief)
  const next = { ...emptyBrief, agents: [meridian], words: 900 }
  expect(store.getValues()).toEqual(next)
  expect(open('Wallet').getValues()).toEqual(next)
  expect(open(null).getValues()).toEqual(emptyBrief)
})

test('a task that is typed while a run is being begun stays for the next', () => {
  const { open } = setUp()
  const store = open('Wallet')
  store.change({ task: 'Tides and their causes', agents: [meridian] })
  store.begun(brief)
  expect(store.getValues().task).toBe('Tides and their causes')
  expect(open('Wallet').getValues().task).toBe('Tides and their causes')
})

test('asked again for the same run it is the same id, over a reload too; for another, or after an answer, it is not', () => {
  const { open } = setUp()
  const store = open('Wallet')
  store.change({ task: 'Tides', agents: [meridian] })
  const id = store.idFor(brief)
  expect(store.idFor({ ...brief })).toBe(id)
  expect(open('Wallet').idFor(brief)).toBe(id)
  expect(store.idFor({ ...brief, words: 901 })).not.toBe(id)
  const second = store.idFor(brief)
  store.forgetId()
  expect(store.idFor(brief)).not.toBe(second)
})

test('what something else wrote under its name is not taken for a form', () => {
  const kept = new Map([['swarmBriefs', JSON.stringify([['visitor', { values: { task: 7 } }]])]])
  Object.assign(globalThis, { sessionStorage: mapStorage(kept) })
  expect(keptBriefs.recall('visitor')).toBeUndefined()
})
