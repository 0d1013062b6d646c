import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createApi } from '../../../lib/http/api.ts'
import { viewerQuery } from '../../../lib/session/viewer.ts'
import { head, prefetch, status } from './source.tsx'

test('what one viewer could read of a document is not shown to whoever comes after them in the same page', async () => {
  let viewer: string | null = 'Ada'
  const api = createApi('http://localhost', async () =>
    viewer === null
      ? Response.json({ code: 'not_found', title: 'No such passage.', status: 404 }, { status: 404 })
      : Response.json({ document: { name: `Lease of ${viewer}.pdf`, pages: null, canOpen: true } }),
  )
  const queryClient = new QueryClient()
  const params = { id: 'a', version: '1', number: '2' }
  const context = { api, queryClient, params, search: new URLSearchParams() }
  const paint = async () => {
    queryClient.setQueryData(viewerQuery(api).queryKey, viewer)
    const before = head(context).title
    await prefetch(context)
    return [before, head(context).title, status(context)]
  }
  const [, ofAda, found] = await paint()
  expect([ofAda, found]).toEqual(['Lease of Ada.pdf', 200])
  viewer = null
  const [atOnce, ofNobody, missing] = await paint()
  expect([atOnce, ofNobody]).not.toContain('Lease of Ada.pdf')
  expect(missing).toBe(404)
  viewer = 'Bob'
  expect(await paint()).toEqual([ofNobody, 'Lease of Bob.pdf', 200])
})
