import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { said } from '../../../../../test/model-realm.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { ApiProvider, createApi } from '../../../lib/http/api.ts'
import { realmQuery } from '../api/realm.ts'
import { realmLogQuery } from '../api/realm-log.ts'
import { newestLog } from '../log/realm-log.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import type { RealmHere } from './realm-room.ts'
import { useHeadCounts } from './use-head-counts.ts'
import { useReadMark } from './use-read-mark.ts'
import { useRealmRoom } from './use-realm-room.ts'

const realmId = '00000000-0000-4000-8000-00000000beef'
const requests: string[] = []
const api = createApi('http://localhost', async (input) => {
  requests.push(String(input))
  throw new TypeError('Nothing is asked while the server paints')
})
const detail = { id: realmId, name: 'Orbit', participants: ['ada'] } as RealmDetail

function Screen() {
  const room = useRealmRoom(realmId)
  return room.state === 'here' ? <Here room={room} /> : room.state
}

function Here({ room }: { room: RealmHere }) {
  const { draft, sending, underway } = useOutbox(room, undefined)
  const counts = useHeadCounts([realmId])
  const mark = useReadMark(realmId)
  const { realm, connection, messages, earlier, presence, firstNew } = room
  const words = [realm.name, connection.state, ...messages.map(({ content }) => content), sending.state]
  return JSON.stringify([
    ...words,
    { earlier: earlier?.loading, draft, nothing: [underway, counts.size, mark, presence, firstNew] },
  ])
}

/** The first paint, from the data that the screen prefetched. */
function paint(known: { detail?: RealmDetail | null; messages?: number[] }) {
  const client = new QueryClient()
  if (known.detail !== undefined) client.setQueryData(realmQuery(api, realmId).queryKey, known.detail)
  if (known.messages) {
    const messages = known.messages.map((number) => said(number, number))
    const page = { messages, hasMore: true, version: 9 }
    client.setQueryData(realmLogQuery(api, realmId).queryKey, newestLog(page))
  }
  const html = renderToString(
    <ApiProvider value={api}>
      <QueryClientProvider client={client}>
        <Screen />
      </QueryClientProvider>
    </ApiProvider>,
  )
  client.clear()
  return html.replaceAll('&quot;', '"')
}

test('the first paint has the realm and its newest messages, and connects to nothing', () => {
  const nothing = [null, 0, null, null, null]
  expect(JSON.parse(paint({ detail, messages: [8, 9] }))).toEqual([
    'Orbit',
    'connecting',
    '8',
    '9',
    'idle',
    { earlier: false, draft: '', nothing },
  ])
  expect(requests).toEqual([])
})

test('a realm that is not there is missing, one that is not known yet is loading', () => {
  expect(paint({ detail: null })).toBe('missing')
  expect(paint({})).toBe('loading')
  expect(paint({ detail })).toBe('loading')
})
