import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { ApiProvider, createApi } from '../http/api.ts'
import {
  doubtSession,
  noteSession,
  provideSessionCheck,
  provideWallet,
  requireSignIn,
  setIdentity,
} from '../http/identity.ts'
import { useHere, viewerQuery } from './viewer.ts'

const api = createApi('http://localhost', async () => {
  throw new TypeError('Nothing is asked here')
})

function Screen() {
  const { state, address } = useHere()
  return `${state} ${address ?? ''}`.trim()
}

/** The first paint, which knows only the session. */
function paint(viewer: string | null | undefined): string {
  const client = new QueryClient()
  if (viewer !== undefined) client.setQueryData(viewerQuery(api).queryKey, viewer)
  const html = renderToString(
    <ApiProvider value={api}>
      <QueryClientProvider client={client}>
        <Screen />
      </QueryClientProvider>
    </ApiProvider>,
  )
  client.clear()
  return html
}

const asked: string[] = []
provideWallet(async (act) =>
  act({
    requireSignIn: async () => {
      asked.push('sign in')
      return 'Signer'
    },
    signOut: async () => {},
    confirm: async () => ({ state: 'declined' }),
    signWords: async () => ({ state: 'declined' }),
  }),
)
provideSessionCheck(() => asked.push('check'))

afterEach(() => {
  setIdentity({ state: 'visitor' })
  noteSession(undefined)
  asked.length = 0
})

// The files that run after this one in the same process have no wallet either.
afterAll(() => {
  provideWallet(async () => null)
  provideSessionCheck(() => {})
})

test('whoever has a session is signed in, without one they are a visitor, and before the answer neither', () => {
  expect(paint('Ada')).toBe('signed-in Ada')
  expect(paint(null)).toBe('visitor')
  expect(paint(undefined)).toBe('unknown')
})

test('who signed out while the server was away is nobody, whatever session the server still has', async () => {
  vi.stubGlobal('window', { localStorage: { getItem: () => 'ending' } })
  try {
    expect(await new QueryClient().fetchQuery({ ...viewerQuery(api), retry: false })).toBeNull()
  } finally {
    vi.unstubAllGlobals()
  }
})

test('who has a session is not asked to sign in, with no wallet connected or with the session’s', async () => {
  noteSession('Ada')
  expect(await requireSignIn()).toBe('Ada')
  setIdentity({ state: 'connected', address: 'Ada' })
  expect(await requireSignIn()).toBe('Ada')
  expect(asked).toEqual([])
})

test('another connected wallet than the session’s is asked, and so is who has no session', async () => {
  noteSession('Ada')
  setIdentity({ state: 'connected', address: 'Bob' })
  expect(await requireSignIn()).toBe('Signer')
  setIdentity({ state: 'visitor' })
  noteSession(null)
  expect(await requireSignIn()).toBe('Signer')
})

test('a session that the server did not know is not relied upon any more', async () => {
  noteSession('Ada')
  doubtSession()
  expect(await requireSignIn()).toBe('Signer')
})

test('who counts as signed in while the server knows nobody is looked after, so that all tabs hear of it', () => {
  setIdentity({ state: 'signed-in', address: 'Ada' })
  noteSession('Ada')
  expect(asked).toEqual([])
  noteSession(null)
  expect(asked).toEqual(['check'])
})
