import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { RealmMutes } from '../../../../shared/realms.ts'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { mutesQuery, setMuted } from '../api/mutes.ts'
import type { Problem } from '../chat/message-deeds.ts'
import { declined, useSessionDeed } from './use-session-deed.ts'

/** Who may not speak, and the creator's hand on it. For everybody else nobody is muted. */
export interface Mutes {
  wallets: readonly string[]
  set: (wallet: string, muted: boolean) => Promise<Problem>
}

const nobody: readonly string[] = []

/**
 * The same object while nothing in it changes.
 * @param creator whether the reader made the realm: nobody else may ask who is muted
 */
export function useMutes(realmId: string, creator: boolean): Mutes {
  const api = useApi()
  const client = useQueryClient()
  const withSession = useSessionDeed()
  const asked = useQuery({ ...mutesQuery(api, realmId), enabled: creator })
  const wallets = (creator && asked.data?.wallets) || nobody
  const set = useCallback(
    async (wallet: string, muted: boolean): Promise<Problem> => {
      const { queryKey } = mutesQuery(api, realmId)
      try {
        const done = await withSession(() => setMuted(api, realmId, wallet, muted))
        if (done === null) return declined
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
    [api, client, realmId, withSession],
  )
  return useMemo(() => ({ wallets, set }), [wallets, set])
}
