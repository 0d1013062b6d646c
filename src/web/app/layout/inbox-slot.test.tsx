import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { inDocument } from '../../../../test/in-document.ts'
import { ApiProvider, createApi } from '../../lib/http/api.ts'
import { viewerQuery } from '../../lib/session/viewer.ts'
import { InboxSlot } from './inbox-slot.tsx'

test('a browser gives its subscription up once nobody is signed in, and not while the server can’t say who is', async () => {
  const { show } = inDocument()
  const unsubscribe = vi.fn(async () => true)
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } }
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  Object.assign(window, { PushManager: class {}, Notification })
  const api = createApi('http://place.example', async () => {
    throw new TypeError('No server')
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { queryKey } = viewerQuery(api)
  await show(
    <ApiProvider value={api}>
      <QueryClientProvider client={queryClient}>
        <InboxSlot />
      </QueryClientProvider>
    </ApiProvider>,
  )
  await act(() => expect.poll(() => queryClient.getQueryState(queryKey)?.status).toBe('error'))
  // Whatever it loads to leave has come and run by now.
  await act(async () => {
    await import('./inbox-mark.tsx')
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(unsubscribe).not.toHaveBeenCalled()
  await act(async () => {
    queryClient.setQueryData(queryKey, null)
    await expect.poll(() => unsubscribe.mock.calls.length).toBe(1)
  })
})
