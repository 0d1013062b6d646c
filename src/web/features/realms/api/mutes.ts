import { queryOptions } from '@tanstack/react-query'
import type { RealmMutes } from '../../../../shared/realms.ts'
import { type Api, answer } from '../../../lib/api.ts'
import { realmsKey } from './realm-list.ts'

/** Who may not speak in a realm; only its creator may ask. */
export function mutesQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...realmsKey, 'mutes', id],
    queryFn: ({ signal }): Promise<RealmMutes> =>
      answer(api.realms[':id'].mutes.$get({ param: { id } }, { init: { signal } })),
  })
}

/** Has a wallet be silent in an own realm, or lets it speak again. @throws {ApiError} */
export async function setMuted(api: Api, id: string, wallet: string, muted: boolean): Promise<void> {
  const one = api.realms[':id'].mutes[':wallet']
  await answer(muted ? one.$put({ param: { id, wallet } }) : one.$delete({ param: { id, wallet } }))
}
