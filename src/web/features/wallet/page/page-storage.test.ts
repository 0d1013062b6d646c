import { expect, test } from 'vitest'
import { pageStorage } from './page-storage.ts'

test.each([
  ['is null', { localStorage: null as unknown as Storage }],
  [
    'throws',
    {
      get localStorage(): Storage {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    },
  ],
  [
    'is full',
    {
      localStorage: {
        getItem: () => null,
        setItem() {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        },
        removeItem() {},
      } as unknown as Storage,
    },
  ],
])('where the storage %s, a page keeps in memory what it would store', (_, page) => {
  const storage = pageStorage(page)
  expect(storage.getItem('walletName')).toBeNull()
  storage.setItem('walletName', 'one')
  expect(storage.getItem('walletName')).toBe('one')
  storage.removeItem('walletName')
  expect(storage.getItem('walletName')).toBeNull()
})

test('what is written once there is room again is stored, and what is in memory alone goes', () => {
  const kept = new Map([['session', 'alive']])
  let isFull = true
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage
  const storage = pageStorage({ localStorage })
  storage.setItem('session', 'ending')
  expect(storage.getItem('session')).toBe('ending')
  isFull = false
  storage.setItem('session', 'alive')
  expect(kept.get('session')).toBe('alive')
  kept.set('session', 'of another tab')
  expect(storage.getItem('session')).toBe('of another tab')
  isFull = true
  storage.setItem('session', 'ending')
  storage.removeItem('session')
  expect([storage.getItem('session'), kept.size]).toEqual([null, 0])
})
