import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { said } from '../../../../../test/model-realm.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import type { Api } from '../../../lib/http/api.ts'
import { realmQuery } from './realm.ts'
import { addSpeakers } from './realm-log.ts'

test('who speaks is a participant from then on, and who only took words back is not', () => {
  const client = new QueryClient()
  const api = {} as Api
  const { queryKey } = realmQuery(api, 'r')
  client.setQueryData(queryKey, { participants: ['ada'] } as unknown as RealmDetail)
  addSpeakers(client, api, 'r', [{ ...said(1, 2, 'bob'), removed: true }, said(3, 3, 'cyd')])
  expect(client.getQueryData(queryKey)?.participants).toEqual(['ada', 'cyd'])
})
