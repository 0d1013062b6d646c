import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Brief, KeptBrief, StoredBrief } from '../../../../shared/social.ts'
import { createApi } from '../../../lib/http/api.ts'
import { viewerQuery } from '../../../lib/session/viewer.ts'
import { briefListQuery } from '../api/briefs.ts'
import { lanesOf } from './lanes.ts'
import { pageDraftStores } from './page-draft-stores.ts'

const brief: Brief = {
  agentId: '5db052f2-33ba-4124-abcb-af26f751efe3',
  ...{ platform: 'x', topic: 'Tides', source: '', tone: 'friendly' },
}
const draft = { id: '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a111', content: 'A post.', edited: false }
const time = '2026-01-01T00:00:00.000Z'

/** A page with the lists of two wallets, and a server that stores for whoever is signed in. */
function setUp() {
  const sent: string[] = []
  const api = createApi('http://localhost', async (input, init) => {
    const { follows, ...kept }: KeptBrief = JSON.parse(String(init?.body))
    const id = String(input).split('/').at(-1) ?? ''
    sent.push(kept.topic)
    const names = { agentName: 'Meridian', agentImageUrl: '', agentAnswers: true }
    const stored = { ...kept, id, ...names, revision: follows + 1, createdAt: time, updatedAt: time }
    return Response.json(stored satisfies StoredBrief)
  })
  const client = new QueryClient()
  const lists = { Ada: briefListQuery(api, 'Ada').queryKey, Bob: briefListQuery(api, 'Bob').queryKey }
  for (const key of Object.values(lists))
    client.setQueryData(key, { pages: [{ items: [], nextCursor: null }], pageParams: [''] })
  return {
    sent,
    draftStores: pageDraftStores(client, api),
    signIn: (wallet: string) => client.setQueryData(viewerQuery(api).queryKey, wallet),
    listOf: (wallet: keyof typeof lists) =>
      client
        .getQueryData<{ pages: { items: StoredBrief[] }[] }>(lists[wallet])
        ?.pages.flatMap(({ items }) => items.map(({ topic }) => topic)),
  }
}

test('drafts that end after another wallet signed in are not saved for that one, and wait for their own', async () => {
  const { sent, draftStores, signIn, listOf } = setUp()
  signIn('Ada')
  const draftStore = draftStores.find('Ada', null)
  signIn('Bob')
  draftStore.session.adopt(brief, lanesOf([{ ...draft, state: 'finished' }]))
  draftStore.keepNow()
  await expect.poll(() => draftStore.getView().saveState.state).toBe('failed')
  expect(sent).toEqual([])
  signIn('Ada')
  draftStore.keepNow()
  await expect.poll(() => draftStore.getView().saveState.state).toBe('kept')
  expect(sent).toEqual(['Tides'])
  expect([listOf('Ada'), listOf('Bob')]).toEqual([['Tides'], []])
})

test('what a visitor wrote is saved for the wallet that signed in, and is in its list', async () => {
  const { draftStores, signIn, listOf } = setUp()
  draftStores.find(null, null).session.adopt(brief, lanesOf([{ ...draft, state: 'finished' }]))
  signIn('Bob')
  draftStores.handOver('Bob')
  const draftStore = draftStores.find('Bob', null)
  draftStore.keepNow()
  await expect.poll(() => draftStore.getView().saveState.state).toBe('kept')
  expect([listOf('Ada'), listOf('Bob')]).toEqual([[], ['Tides']])
})
