import { useQuery } from '@tanstack/react-query'
import type { Analytics } from '../../../../shared/analytics.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useIdentity } from '../../../lib/http/identity.ts'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { useViewer } from '../../../lib/session/viewer.ts'
import { analyticsQuery } from '../analytics.ts'
import { type ControlAddress, readControlAddress } from '../control-address.ts'

/**
 * The state of the Agent Control Center. `connected` means a wallet that has not signed in; `missing` means that the id
 * is of none of the wallet's agents.
 */
export type Control = { address: ControlAddress } & (
  | { state: 'visitor' }
  | { state: 'connected' }
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'empty' }
  | { state: 'failed'; owner: string; problem: string; retry: () => void }
  | {
      state: 'full'
      owner: string
      analytics: Analytics
      /** Whether the data is of the previous time range because the requested one is still loading. */
      isBefore: boolean
      problem: string | undefined
      retry: () => void
    }
)

/** The analytics of the address, for the signed-in wallet's own agents only. */
export function useControl(): Control {
  const api = useApi()
  const [search] = useSearchParams()
  const identity = useIdentity()
  const viewer = useViewer()
  const address = readControlAddress(search)
  const isOwner = typeof viewer === 'string'
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...analyticsQuery(api, viewer ?? '', address),
    enabled: isOwner,
  })
  if (viewer === null) return { address, state: identity.state === 'connected' ? 'connected' : 'visitor' }
  if (!isOwner) return { address, state: 'loading' }
  const retry = () => void refetch()
  if (data === undefined)
    return error
      ? { address, state: 'failed', owner: viewer, problem: explainError(error), retry }
      : { address, state: 'loading' }
  if (data === null) return { address, state: 'missing' }
  if (address.agent === null && data.agents.length === 0) return { address, state: 'empty' }
  return {
    address,
    state: 'full',
    owner: viewer,
    analytics: data,
    isBefore: isPlaceholderData,
    problem: error ? explainError(error) : undefined,
    retry,
  }
}
