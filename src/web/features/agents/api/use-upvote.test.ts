import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createApi } from '../../../lib/http/api.ts'
import { agentQuery } from './agent.ts'
import { upvoting } from './use-upvote.ts'

const id = '5db052f2-33ba-4124-abcb-af26f751efe3'

test('a vote that could not be taken back stands, also where the page was first seen without the wallet', async () => {
  const client = new QueryClient()
  const api = createApi('http://localhost', () => Promise.reject(new Error('offline')))
  for (const viewer of [null, 'Ada'])
    client.setQueryData(agentQuery(api, id, viewer).queryKey, (known) =>
      Object.assign({}, known, { id, upvotes: 1, upvoted: viewer !== null }),
    )
  const withdrawal = { upvotes: 0, upvoted: false }
  const refused: string[] = []
  const vote = upvoting(api, client, id, ({ message }) => refused.push(message))
  await expect(new MutationObserver(client, vote).mutate(withdrawal)).rejects.toThrow()
  expect(refused).toHaveLength(1)
  expect(client.getQueryData(agentQuery(api, id, 'Ada').queryKey)).toMatchObject({
    upvotes: 1,
    upvoted: true,
  })
})
