import { expect, test } from 'vitest'
import { mapStorage } from '../../../../test/map-storage.ts'
import { checkedBy, textSchema } from './persisted.ts'
import { sharedValue } from './shared-value.ts'

const isPair = (value: unknown): value is { x: number } => typeof value === 'object' && value !== null

test('one value is the same object until it changes, here or in another tab', () => {
  const kept = mapStorage()
  const listeners = new Set<() => void>()
  const onElsewhere = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const place = { storage: () => kept, onElsewhere }
  const value = sharedValue('place', checkedBy(isPair), place)
  let told = 0
  const end = value.subscribe(() => {
    told++
  })
  expect(value.get()).toBeUndefined()
  value.set({ x: 1 })
  expect(value.get()).toEqual({ x: 1 })
  expect(value.get()).toBe(value.get())
  sharedValue('place', checkedBy(isPair), place).set({ x: 2 })
  for (const listener of listeners) listener()
  expect([value.get(), told]).toEqual([{ x: 2 }, 2])
  end()
  value.set(undefined)
  expect([kept.items.size, listeners.size, told]).toEqual([0, 0, 2])
})

test('what another tab wrote while nothing here subscribed is known by whoever asks or subscribes next', () => {
  const kept = mapStorage()
  const place = { storage: () => kept, onElsewhere: () => () => {} }
  const here = sharedValue('switch', textSchema, place)
  const elsewhere = sharedValue('switch', textSchema, place)
  here.subscribe(() => {})()
  expect(here.get()).toBeUndefined()
  elsewhere.set('on')
  expect(here.get()).toBe('on')
  elsewhere.set(undefined)
  const end = here.subscribe(() => {})
  expect(here.get()).toBeUndefined()
  end()
})

test('one value that the storage refuses is there until the page is left', () => {
  const storage = () => {
    throw new DOMException('Denied', 'SecurityError')
  }
  const value = sharedValue('switch', textSchema, { storage, onElsewhere: () => () => {} })
  value.set('off')
  expect(value.get()).toBe('off')
  value.set(undefined)
  expect(value.get()).toBeUndefined()
})
