import { useQuery } from '@tanstack/react-query'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { realmQuery } from '../api/realm.ts'
import { readInvited } from './join-address.ts'

export type Invited =
  | { state: 'none' }
  | { state: 'loading'; id: string }
  | { state: 'missing' }
  | { state: 'failed'; id: string; problem: string; retry: () => void }
  | { state: 'found'; id: string; realm: RealmDetail }

export function useInvited(): Invited {
  const [address] = useSearchParams()
  const id = readInvited(address)
  const asked = useQuery({ ...realmQuery(useApi(), id ?? ''), enabled: typeof id === 'string' })
  if (id === undefined) return { state: 'none' }
  if (id === null || asked.data === null) return { state: 'missing' }
  if (asked.data) return { state: 'found', id, realm: asked.data }
  if (!asked.error) return { state: 'loading', id }
  return { state: 'failed', id, problem: explainError(asked.error), retry: () => void asked.refetch() }
}
