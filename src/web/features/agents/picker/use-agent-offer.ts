import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { agentListQuery } from '../api/agent-list.ts'
import { type FavouriteAgent, favouritesQuery } from '../api/favourites.ts'
import { myMatchesQuery } from '../api/my-agents.ts'
import {
  foundAgents,
  matching,
  type OfferedGroup,
  offeredAgents,
  type RecentAgent,
} from './offered-agents.ts'

/** Whom there is to begin with. */
export type Offer =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'empty' }
  /** `more`: the public list goes on. */
  | { state: 'full'; groups: OfferedGroup[]; refreshing: boolean; more: boolean }

interface OfferOptions {
  /** The wallet of the session; undefined while that is not known. */
  viewer: string | null | undefined
  /** Who was talked with, last first; undefined while that is not known. */
  recent: readonly RecentAgent[] | undefined
  /** What is searched for; nothing offers the usual groups. */
  query: string
}

/** Favourite, recent and public agents, or under a search all that the person can see; and which are favourites. */
export function useAgentOffer({ viewer, recent, query }: OfferOptions) {
  const api = useApi()
  const filter = query ? { query } : {}
  const kept = useQuery({ ...favouritesQuery(api, viewer ?? ''), enabled: Boolean(viewer) })
  const own = useQuery({
    ...myMatchesQuery(api, viewer ?? '', filter),
    enabled: Boolean(viewer) && query !== '',
    // Another wallet's agents are never a stand-in.
    placeholderData: (previous, of) => (of?.queryKey[2] === viewer ? previous : undefined),
  })
  const asked = useInfiniteQuery({ ...agentListQuery(api, filter), placeholderData: keepPreviousData })
  const favourites = (viewer && kept.data) || none
  const placed = useOpened(kept.data ?? none, viewer && kept.data ? `${viewer} ${query !== ''}` : '')
  return {
    offer: offerOf(),
    /** Their ids; undefined while they are not known. */
    favourites: kept.isLoading ? undefined : new Set(favourites.map(({ id }) => id)),
  }

  function offerOf(): Offer {
    const { data, error, isPlaceholderData } = asked
    if (!data && error)
      return { state: 'failed', problem: explainError(error), retry: () => void asked.refetch() }
    if (!data || viewer === undefined || kept.isLoading || own.isLoading || (viewer && !recent))
      return { state: 'loading' }
    const refreshing = isPlaceholderData || (query !== '' && own.isPlaceholderData)
    const agents = data.pages[0]?.agents ?? []
    // What is there already answers at once, until the server does.
    const listed = query && isPlaceholderData ? matching(agents, query) : agents
    const all = { favourites, recent: recent ?? none, listed }
    const found = query ? foundAgents({ ...all, own: own.data ?? [] }, query) : undefined
    const groups = found
      ? [{ name: 'Agents', agents: found.agents }]
      : offeredAgents({ ...all, favourites: viewer ? placed : none })
    if (groups.every(({ agents }) => agents.length === 0))
      return refreshing ? { state: 'loading' } : { state: 'empty' }
    return { state: 'full', groups, refreshing, more: asked.hasNextPage || found?.more === true }
  }
}

const none: readonly never[] = []

/**
 * The favourites as they were when their group was opened: a row whose star is pressed stays under the pointer, where the
 * press can be taken back. They take their new places the next time.
 * @param occasion tells one opening from the next
 */
function useOpened(favourites: readonly FavouriteAgent[], occasion: string): readonly FavouriteAgent[] {
  const [opened, setOpened] = useState({ occasion, favourites })
  if (opened.occasion === occasion) return opened.favourites
  setOpened({ occasion, favourites })
  return favourites
}
