import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { inDocument } from '../../../../test/in-document.ts'
import { ApiProvider, createApi } from '../../lib/http/api.ts'
import { StaticRouter } from '../../lib/router/router.tsx'
import { InboxMark } from './inbox-mark.tsx'

test('a number that a push has put at the app’s icon goes where nothing waits any more by the time the page asks', async () => {
  const { show } = inDocument()
  const badge = vi.fn(async () => {})
  const serviceWorker = new EventTarget()
  vi.stubGlobal('navigator', { serviceWorker, clearAppBadge: badge })
  const api = createApi('http://place.example', async () => Response.json({ waiting: 0 }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await show(
    <ApiProvider value={api}>
      <QueryClientProvider client={client}>
        <StaticRouter location="/">
          <InboxMark owner="ada" />
        </StaticRouter>
      </QueryClientProvider>
    </ApiProvider>,
  )
  const isAsked = () => client.isFetching() === 0
  await act(() => expect.poll(isAsked).toBe(true))
  badge.mockClear()
  await act(async () => {
    serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data: { type: 'waits' } }))
    await expect.poll(() => badge.mock.calls.length).toBe(1)
  })
})
