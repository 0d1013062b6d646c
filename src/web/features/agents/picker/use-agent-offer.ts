import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstPage } from '../../../blocks/list/list-data.ts'
import { type List, listOf, ofSameOwner, useListQuery } from '../../../blocks/list/list-state.ts'
import { useApi } from '../../../lib/http/api.ts'
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
export type Offer = List<OfferedGroup>

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
    placeholderData: ofSameOwner(viewer),
  })
  const asked = useListQuery(agentListQuery(api, filter), { arrange: firstPage })
  const favourites = (viewer && kept.data) || none
  const placed = useOpened(kept.data ?? none, viewer && kept.data ? `${viewer} ${query !== ''}` : '')
  const agents = asked.data ?? none
  // What is there already answers at once, until the server does.
  const listed = query && asked.isPlaceholderData ? matching(agents, query) : agents
  const all = { favourites, recent: recent ?? none, listed }
  const found = query ? foundAgents({ ...all, own: own.data ?? [] }, query) : undefined
  const groups = found
    ? [{ name: 'Agents', agents: found.agents }].filter((group) => group.agents.length > 0)
    : offeredAgents({ ...all, favourites: viewer ? placed : none })
  return {
    offer: listOf(asked, groups, {
      waits: viewer === undefined || kept.isLoading || own.isLoading || Boolean(viewer && !recent),
      refreshing: query !== '' && own.isPlaceholderData,
    }),
    /** There are more than are offered: the Matrix has them. */
    goesOn: asked.hasNextPage || found?.more === true,
    /** Their ids; undefined while they are not known. */
    favourites: kept.isLoading ? undefined : new Set(favourites.map(({ id }) => id)),
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
