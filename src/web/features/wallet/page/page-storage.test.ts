import { afterEach, expect, test, vi } from 'vitest'
import { mapStorage } from '../../../../../test/map-storage.ts'
import { SessionClient } from '../../../lib/session/session.ts'
import { hasSignedOut } from '../../../lib/session/viewer.ts'
import { hintIn, pageStorage } from './page-storage.ts'

afterEach(() => void vi.unstubAllGlobals())

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
    ...mapStorage(kept),
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      kept.set(key, value)
    },
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

test('that somebody signed out is known to a page that comes later, until the next sign-in; a session that ended is not it', () => {
  const storage = mapStorage()
  vi.stubGlobal('window', { localStorage: storage })
  const hint = hintIn(storage)
  const known: boolean[] = []
  for (const next of ['alive', null, 'alive', 'ending', null, 'alive', null] as const) {
    hint.set(next)
    expect(hint.get()).toBe(next)
    known.push(hasSignedOut())
  }
  expect(known).toEqual([false, false, false, true, true, false, false])
})

test('a sign-in that is refused leaves it known that somebody signed out here', async () => {
  const kept = new Map([['session', 'ended']])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('window', { localStorage: storage })
  const client = new SessionClient({
    fetch: async () => new Response(null, { status: 401 }),
    clock: () => 0,
    random: () => 0,
    after: () => () => {},
    channel: { postMessage() {}, onmessage: null },
    hint: hintIn(storage),
  })
  const refused = client.signIn({ address: 'ada', signedMessage: 'words', signature: 'of another' })
  await expect(refused).rejects.toThrow()
  expect(hasSignedOut()).toBe(true)
})
