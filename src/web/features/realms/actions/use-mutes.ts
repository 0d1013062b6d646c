import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { KeptOut, RealmModeration } from '../../../../shared/realms/moderation.ts'
import { declinedSignIn, useApi, withSession } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import { loadModeration, moderationQuery } from '../api/moderation-queries.ts'
import type { Problem } from '../message/shown-message.ts'
import * as texts from './texts.ts'

/** Who is kept out, and the creator's functions to change it. For everybody else the lists are empty. */
export interface Mutes {
  wallets: readonly string[]
  bans: readonly KeptOut[]
  set: (wallet: string, muted: boolean) => Promise<Problem>
  /** Lifts a ban, and says so. */
  lift: (wallet: string, name: string) => Promise<void>
}

const nobody: readonly never[] = []

/**
 * The same object while nothing in it changes.
 * @param creator whether it is the viewer: nobody else may read the lists
 */
export function useMutes(realmId: string, creator: boolean): Mutes {
  const api = useApi()
  const client = useQueryClient()
  const asked = useQuery({ ...moderationQuery(api, realmId), enabled: creator })
  const known = creator ? asked.data : undefined
  const wallets = useMemo(() => known?.mutes.map(({ wallet }) => wallet) ?? nobody, [known])
  const bans = known?.bans ?? nobody
  const change = useCallback(
    async (
      ask: () => Promise<void>,
      becomes: (known: RealmModeration) => RealmModeration,
    ): Promise<Problem> => {
      const { queryKey } = moderationQuery(api, realmId)
      try {
        const done = await withSession(async () => {
          await ask()
          return true
        })
        if (done === null) return declinedSignIn
        client.setQueryData(queryKey, (before) => before && becomes(before))
        return undefined
      } catch (error) {
        return explainError(error)
      } finally {
        void client.invalidateQueries({ queryKey })
      }
    },
    [api, client, realmId],
  )
  const set = useCallback(
    (wallet: string, muted: boolean): Promise<Problem> =>
      change(
        async () => {
          const { keepOut, letBack } = await loadModeration()
          if (muted) await keepOut(api, { id: realmId, wallet, how: 'mute' })
          else await letBack(api, realmId, wallet, 'mutes')
        },
        (before) => {
          const others = before.mutes.filter((one) => one.wallet !== wallet)
          return { ...before, mutes: muted ? [...others, { wallet, name: null, until: null }] : others }
        },
      ),
    [api, realmId, change],
  )
  const lift = useCallback(
    async (wallet: string, name: string) => {
      const problem = await change(
        async () => (await loadModeration()).letBack(api, realmId, wallet, 'bans'),
        (before) => ({ ...before, bans: before.bans.filter((one) => one.wallet !== wallet) }),
      )
      if (problem === undefined) toast.success(texts.isLifted(name))
      else toast.error(problem)
    },
    [api, realmId, change],
  )
  return useMemo(() => ({ wallets, bans, set, lift }), [wallets, bans, set, lift])
}
