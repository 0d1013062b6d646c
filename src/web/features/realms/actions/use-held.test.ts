import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { said } from '../../../../../test/model-realm.ts'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { createApi } from '../../../lib/http/api.ts'
import { heldQuery } from '../api/moderation-queries.ts'
import { realmLogQuery } from '../api/realm-log.ts'
import { learnPage, newestLog } from '../log/realm-log.ts'
import { firstWithoutWords } from './use-held.ts'

const id = '00000000-0000-4000-8000-00000000beef'
const held = (number: number, content: string): RealmMessage => ({
  ...said(number, number, 'bob'),
  content,
  withheld: true,
})
const place = (number: number) => ({ ...held(number, ''), author: '' })

test('held messages have their words for the creator also on earlier pages that are shown later', async () => {
  const asked: string[] = []
  const api = createApi('http://localhost', async (input) => {
    const { searchParams } = new URL(String(input))
    asked.push(searchParams.get('after') ?? '')
    const after = Number(searchParams.get('after'))
    const messages = [held(2, 'Earlier'), held(5, 'Later')].filter(({ number }) => number > after)
    return Response.json({ messages, hasMore: false })
  })
  const client = new QueryClient()
  const { queryKey } = realmLogQuery(api, id)
  const messages = () => client.getQueryData(queryKey)?.messages ?? []
  const bring = async () => {
    const from = firstWithoutWords(messages())
    if (from !== undefined) await client.fetchQuery(heldQuery(api, client, id, { viewer: 'ada', from }))
  }
  client.setQueryData(queryKey, newestLog({ messages: [said(4, 4), place(5)], hasMore: true, version: 5 }))
  await bring()
  expect(messages().map(({ content }) => content)).toEqual(['4', 'Later'])
  await bring()
  const earlier = { messages: [said(1, 1), place(2), said(3, 3)], hasMore: false, version: 5 }
  client.setQueryData(queryKey, (log) => log && learnPage(log, earlier))
  await bring()
  expect(messages().map(({ content }) => content)).toEqual(['1', 'Earlier', '3', '4', 'Later'])
  expect(asked).toEqual(['4', '1'])
})
