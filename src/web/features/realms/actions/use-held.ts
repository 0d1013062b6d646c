import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { useApi } from '../../../lib/http/api.ts'
import { heldQuery } from '../api/moderation-queries.ts'

/**
 * Brings the words of held messages to whom they concern, where the log has only their places: again once earlier messages
 * are shown, which were not there to take their words.
 */
export function useHeld(
  realmId: string,
  viewer: string | undefined,
  messages: readonly RealmMessage[],
): void {
  const api = useApi()
  const client = useQueryClient()
  const from = firstWithoutWords(messages)
  useQuery({
    ...heldQuery(api, client, realmId, { viewer: viewer ?? '', from: from ?? 0 }),
    enabled: viewer !== undefined && from !== undefined,
  })
}

/** The number of the first held message of which the log has only the place; undefined if there is none. */
export function firstWithoutWords(messages: readonly RealmMessage[]): number | undefined {
  return messages.find(({ withheld, removed, content }) => withheld && !removed && content === '')?.number
}
