import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { RealmMutes } from '../../../../shared/realms/realms.ts'
import { type Api, declinedSignIn, unwrap, useApi, withSession } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { realmsKey } from '../api/realm.ts'
import type { Problem } from '../message/shown-message.ts'

/** The muted wallets, and the creator's function to change them. For everybody else the list is empty. */
export interface Mutes {
  wallets: readonly string[]
  set: (wallet: string, muted: boolean) => Promise<Problem>
}

const nobody: readonly string[] = []

/**
 * The same object while nothing in it changes.
 * @param creator whether it is the viewer: nobody else may read the list
 */
export function useMutes(realmId: string, creator: boolean): Mutes {
  const api = useApi()
  const client = useQueryClient()
  const asked = useQuery({ ...mutesQuery(api, realmId), enabled: creator })
  const wallets = (creator && asked.data?.wallets) || nobody
  const set = useCallback(
    async (wallet: string, muted: boolean): Promise<Problem> => {
      const { queryKey } = mutesQuery(api, realmId)
      try {
        const done = await withSession(() => setMuted(api, realmId, wallet, muted))
        if (done === null) return declinedSignIn
        client.setQueryData(queryKey, (known: RealmMutes | undefined) => {
          const others = known?.wallets.filter((one) => one !== wallet) ?? []
          return { wallets: muted ? [...others, wallet] : others }
        })
        return undefined
      } catch (error) {
        return explainError(error)
      } finally {
        void client.invalidateQueries({ queryKey })
      }
    },
    [api, client, realmId],
  )
  return useMemo(() => ({ wallets, set }), [wallets, set])
}

function mutesQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...realmsKey, 'mutes', id],
    queryFn: ({ signal }): Promise<RealmMutes> =>
      unwrap(api.realms[':id'].mutes.$get({ param: { id } }, { init: { signal } })),
  })
}

/** Mutes a wallet in the viewer's own realm, or unmutes it. @throws {ApiError} */
async function setMuted(api: Api, id: string, wallet: string, muted: boolean): Promise<void> {
  const one = api.realms[':id'].mutes[':wallet']
  await unwrap(muted ? one.$put({ param: { id, wallet } }) : one.$delete({ param: { id, wallet } }))
}
