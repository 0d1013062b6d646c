import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { useApi } from '../../../lib/http/api.ts'
import { heldQuery } from '../api/moderation-queries.ts'

/** Brings the words of held messages to whom they concern, where the log has only their places. */
export function useHeld(
  realmId: string,
  viewer: string | undefined,
  messages: readonly RealmMessage[],
): void {
  const api = useApi()
  const client = useQueryClient()
  const isWanted = messages.some(({ withheld, removed, content }) => withheld && !removed && content === '')
  useQuery({
    ...heldQuery(api, client, realmId, viewer ?? ''),
    enabled: viewer !== undefined && isWanted,
  })
}
