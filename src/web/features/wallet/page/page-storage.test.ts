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
])('where the storage %s, a page keeps in memory what it would store', (_, page) => {
  const storage = pageStorage(page)
  expect(storage.getItem('walletName')).toBeNull()
  storage.setItem('walletName', 'one')
  expect(storage.getItem('walletName')).toBe('one')
  storage.removeItem('walletName')
  expect(storage.getItem('walletName')).toBeNull()
})
