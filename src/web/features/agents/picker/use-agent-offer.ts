import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstPage } from '../../../blocks/list/list-data.ts'
import { type List, listOf, ofSameOwner, useListQuery } from '../../../blocks/list/list-state.ts'
import { useApi } from '../../../lib/http/api.ts'
import { agentListQuery } from '../api/agent-list.ts'
import { type FavouriteAgent, favouritesQuery } from '../api/favourites.ts'
import { myMatchesQuery } from '../api/my-agents.ts'
import * as texts from '../texts.ts'
import {
  foundAgents,
  matching,
  type OfferedGroup,
  offeredAgents,
  type RecentAgent,
} from './offered-agents.ts'

export type Offer = List<OfferedGroup>

interface OfferOptions {
  /** The wallet of the session; undefined while it is not known. */
  viewer: string | null | undefined
  /** Last used first; undefined while they are not known. */
  recent: readonly RecentAgent[] | undefined
  /** The query of the search; without one the usual groups are offered. */
  query: string
}

/** With a query it offers matches among all agents that the viewer can see. */
export function useAgentOffer({ viewer, recent, query }: OfferOptions) {
  const api = useApi()
  const filter = query ? { query } : {}
  const kept = useQuery({ ...favouritesQuery(api, viewer ?? ''), enabled: Boolean(viewer) })
  const own = useQuery({
    ...myMatchesQuery(api, viewer ?? '', filter),
    enabled: Boolean(viewer) && query !== '',
    placeholderData: ofSameOwner(viewer),
  })
  const asked = useListQuery(agentListQuery(api, filter), { arrange: firstPage })
  const favourites = (viewer && kept.data) || none
  const placed = useOpened(kept.data ?? none, viewer && kept.data ? `${viewer} ${query !== ''}` : '')
  const agents = asked.data ?? none
  // Cached agents are searched until the server's response arrives.
  const listed = query && asked.isPlaceholderData ? matching(agents, query) : agents
  const all = { favourites, recent: recent ?? none, listed }
  const found = query ? foundAgents({ ...all, own: own.data ?? [] }, query) : undefined
  const groups = found
    ? [{ name: texts.agents, agents: found.agents }].filter((group) => group.agents.length > 0)
    : offeredAgents({ ...all, favourites: viewer ? placed : none })
  return {
    offer: listOf(asked, groups, {
      waits: viewer === undefined || kept.isLoading || own.isLoading || Boolean(viewer && !recent),
      refreshing: query !== '' && own.isPlaceholderData,
    }),
    /** Whether there are more than are offered; the Matrix shows them. */
    goesOn: asked.hasNextPage || found?.more === true,
    /** Undefined while they are not known. */
    favourites: kept.isLoading ? undefined : new Set(favourites.map(({ id }) => id)),
  }
}

const none: readonly never[] = []

/**
 * A row whose star is pressed stays under the pointer, so that the press can be undone. The order is updated the next
 * time.
 * @param occasion differs for each opening
 */
function useOpened(favourites: readonly FavouriteAgent[], occasion: string): readonly FavouriteAgent[] {
  const [opened, setOpened] = useState({ occasion, favourites })
  if (opened.occasion === occasion) return opened.favourites
  setOpened({ occasion, favourites })
  return favourites
}
