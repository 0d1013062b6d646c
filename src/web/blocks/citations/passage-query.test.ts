import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createApi } from '../../lib/http/api.ts'
import { passageQuery } from './passage-query.ts'

test('what a passage’s owner sees around it is asked anew for the next person on the same device', async () => {
  let viewer = 'Ada'
  const api = createApi('http://localhost', async () =>
    viewer === 'Ada'
      ? Response.json({ before: 'Only Ada may read this.' })
      : Response.json({ code: 'not_found', title: 'Not found', status: 404 }, { status: 404 }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const source = { sourceId: 'one', version: 1, number: 2, key: 'key' }
  const ask = (as: string | null) => client.fetchQuery(passageQuery(api, as, source))
  expect(await ask('Ada')).toMatchObject({ before: 'Only Ada may read this.' })
  viewer = 'Bob'
  expect(await ask('Bob')).toBeNull()
  expect(await ask(null)).toBeNull()
  client.clear()
})
