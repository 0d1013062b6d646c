import { expect, test } from 'vitest'
import { mapStorage } from '../../../../../test/map-storage.ts'
import { createReadMarks } from './read-marks.ts'

/** A browser with two tabs, which notify each other of what they write. */
function browser() {
  const items = new Map<string, string>()
  const listeners = new Map<number, Set<() => void>>()
  const tab = (name: number) => {
    const own = new Set<() => void>()
    listeners.set(name, own)
    return createReadMarks({
      storage: () => ({
        ...mapStorage(items),
        setItem: (key, text) => {
          items.set(key, text)
          for (const [other, all] of listeners) if (other !== name) for (const listener of all) listener()
        },
      }),
      onElsewhere: (listener) => {
        own.add(listener)
        return () => own.delete(listener)
      },
    })
  }
  return [tab(1), tab(2)] as const
}

test('a mark is remembered, and only moves forward', () => {
  const [marks] = browser()
  expect(marks.read('orbit')).toBeUndefined()
  marks.mark('orbit', 0)
  expect(marks.read('orbit')).toBe(0)
  marks.mark('orbit', 7)
  marks.mark('orbit', 5)
  expect(marks.read('orbit')).toBe(7)
})

test('all tabs agree, and each hears when a mark moved, its own among them', () => {
  const [here, there] = browser()
  const received: string[] = []
  here.subscribe(() => received.push('here'))
  const end = there.subscribe(() => received.push('there'))
  here.mark('orbit', 3)
  expect(there.read('orbit')).toBe(3)
  expect(received.sort()).toEqual(['here', 'there'])
  here.mark('orbit', 3)
  end()
  here.mark('orbit', 4)
  expect(received.sort()).toEqual(['here', 'here', 'there'])
})

test('of two hundred realms it is remembered, those that were read last', () => {
  const [marks] = browser()
  for (let realm = 0; realm <= 200; realm++) marks.mark(`realm ${realm}`, realm)
  expect(marks.read('realm 0')).toBeUndefined()
  expect([marks.read('realm 1'), marks.read('realm 200')]).toEqual([1, 200])
})

test('a browser that forbids its storage reads on without marks', () => {
  const marks = createReadMarks({
    storage: () => {
      throw new DOMException('Denied', 'SecurityError')
    },
    onElsewhere: () => () => {},
  })
  marks.mark('orbit', 3)
  expect(marks.read('orbit')).toBeUndefined()
})
