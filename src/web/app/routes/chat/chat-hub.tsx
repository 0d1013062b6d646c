import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { askableSearch, searchProblem } from '../../../../shared/common/search-text.ts'
import { useSharedValue } from '../../../blocks/saved-draft/shared-value.ts'
import { agentListQuery } from '../../../features/agents/api/agent-list.ts'
import { favouritesQuery } from '../../../features/agents/api/favourites.ts'
import { myMatchesQuery } from '../../../features/agents/api/my-agents.ts'
import { AgentPicker } from '../../../features/agents/picker/agent-picker.tsx'
import { type Offer, useAgentOffer } from '../../../features/agents/picker/use-agent-offer.ts'
import { readShared, sharedText } from '../../../features/chat/composer/shared-text.ts'
import { conversationListQuery } from '../../../features/chat/history/api/conversation-list.ts'
import { KeptForWallets } from '../../../features/chat/history/kept-for-wallets.tsx'
import {
  type ConversationList,
  useConversationList,
} from '../../../features/chat/history/list/use-conversation-list.ts'
import { PickUp } from '../../../features/chat/history/pick-up.tsx'
import { useRecentAgents } from '../../../features/chat/history/recent-agents.ts'
import { useArrowLinks } from '../../../lib/hooks/use-arrow-links.ts'
import { useSingleKeys } from '../../../lib/hooks/use-single-keys.ts'
import { useTypedSearch } from '../../../lib/hooks/use-typed-search.ts'
import { useNavigate, useSearchParams } from '../../../lib/router/router.tsx'
import { useTitle } from '../../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../../lib/session/viewer.ts'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { SingleKeys, singleKeys } from '../../hub/single-keys.tsx'
import type { ScreenContext } from '../../screen.ts'
import * as texts from '../../texts.ts'

const title = texts.hubTitle

const SharedNote = lazy<ComponentType>(() =>
  import('../../hub/shared-note.tsx').catch(() => ({ default: () => null })),
)

export async function prefetch({ api, queryClient, search }: ScreenContext) {
  const query = askableHubSearch(search)
  const filter = query ? { query } : {}
  const listed = queryClient.prefetchInfiniteQuery({ ...agentListQuery(api, filter), retry: false })
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer !== null) {
    // The whole list is requested too, because it determines which agents were used last.
    const lists = query ? [{}, filter] : [{}]
    await Promise.all([
      ...lists.map((one) =>
        queryClient.prefetchInfiniteQuery({ ...conversationListQuery(api, viewer, one), retry: false }),
      ),
      queryClient.prefetchQuery({ ...favouritesQuery(api, viewer), retry: false }),
      query && queryClient.prefetchQuery({ ...myMatchesQuery(api, viewer, filter), retry: false }),
    ])
  }
  await listed
}

export const head = () => ({
  title,
  description: texts.hubSummary,
})

/** The room where conversations are resumed and started (decision 23). */
export default function ChatHub() {
  useTitle(title)
  const viewer = useViewer()
  const navigate = useNavigate()
  const { typed, settled, asked, problem } = useHubSearch()
  const list = useConversationList(viewer ?? undefined, asked ? { query: asked } : {})
  const recent = useRecentAgents(viewer)
  const { offer, goesOn, favourites } = useAgentOffer({ viewer, recent, query: asked })

  const room = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    typed.clear()
    field.current?.focus()
  }
  useArrowLinks({ container: room, field, onEscape: clear })
  const openFirst = useOpenFirst(
    typed.text,
    settled ? firstResult(viewer === null ? null : list, offer) : undefined,
  )

  const keysOn = useSharedValue(singleKeys) !== 'off'
  const offered = offer.state === 'full' && !asked ? offer.items.flatMap(({ agents }) => agents) : []
  const numbered = new Map(offered.slice(0, 9).map(({ id }, index) => [id, String(index + 1)] as const))
  const begin = (id: string) => void navigate(`/chat/${id}`, { state: { takesFocus: true } })
  useSingleKeys(keysOn, {
    '/': () => field.current?.focus(),
    ...Object.fromEntries([...numbered].map(([id, key]) => [key, () => begin(id)])),
  })

  const isVisitor = viewer === null
  const hasShared = useHasShared()
  const picker = (
    <AgentPicker
      offer={offer}
      goesOn={goesOn}
      favourites={favourites}
      query={asked}
      keyOf={(id) => (keysOn ? numbered.get(id) : undefined)}
      onClearSearch={clear}
      alone={isVisitor}
    />
  )
  return (
    <div ref={room} className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{title}</h1>
      <p className="mt-2 text-soft">{texts.hubAbout}</p>
      {hasShared && (
        <Suspense>
          <SharedNote />
        </Suspense>
      )}
      <div className={`mt-6 items-center gap-y-1 ${columns}`}>
        <search>
          <SearchBox
            ref={field}
            text={typed.text}
            problem={problem}
            label={isVisitor ? texts.searchAgents : texts.searchAll}
            placeholder={isVisitor ? texts.searchAgents : texts.searchAllPlaceholder}
            shortcut={keysOn ? '/' : undefined}
            onType={typed.type}
            onCommit={typed.searchNow}
            onEnter={openFirst}
          />
        </search>
        <SingleKeys on={keysOn} />
      </div>
      <div className={`mt-4 items-start gap-y-7 ${columns} ${isVisitor || asked ? '' : stripFirst}`}>
        {isVisitor ? (
          <>
            {picker}
            <KeptForWallets className="border-t border-line pt-6 lg:mt-2.5 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-6" />
          </>
        ) : (
          <>
            <PickUp list={list} query={asked} onClearSearch={clear} />
            <div className="min-w-0">{picker}</div>
          </>
        )}
      </div>
    </div>
  )
}

/** On a phone the agents to start with are one strip above the conversations, whose room is there before it is. */
const stripFirst =
  'max-lg:grid-rows-[minmax(168px,auto)_auto] max-lg:*:first:row-start-2 max-lg:*:last:row-start-1'

const columns = 'grid lg:grid-cols-[minmax(0,1fr)_344px] lg:gap-x-12'

/**
 * A conversation comes before an agent. Null: there are no results; undefined: that is not known yet.
 * @param list null for a visitor, who has no conversations
 */
function firstResult(list: ConversationList | null, offer: Offer): string | null | undefined {
  if (list?.state === 'loading' || (list?.state === 'full' && list.refreshing)) return undefined
  const conversation = list?.state === 'full' ? list.items[0] : undefined
  if (conversation) return `/chat/${conversation.agentId}/${conversation.id}`
  if (offer.state === 'loading' || (offer.state === 'full' && offer.refreshing)) return undefined
  const agent = offer.state === 'full' ? offer.items[0]?.agents[0] : undefined
  return agent ? `/chat/${agent.id}` : null
}

/** Older addresses have it in `agents`, which was a separate search. */
const readHubSearch = (address: URLSearchParams): string =>
  (address.get('query') ?? address.get('agents') ?? '').trim()

const askableHubSearch = (address: URLSearchParams): string => askableSearch(readHubSearch(address))

/** False at the first paint, which does not know. */
function useHasShared(): boolean {
  const [address] = useSearchParams()
  const [hasShared, setHasShared] = useState(false)
  useEffect(() => setHasShared(readShared(address) !== '' || Boolean(sharedText.get())), [address])
  return hasShared
}

function useHubSearch() {
  const [address, setAddress] = useSearchParams()
  const query = readHubSearch(address)
  const typed = useTypedSearch(query, (text) =>
    setAddress(writeHubSearch(new URLSearchParams(window.location.search), text), { replace: true }),
  )
  return {
    typed,
    settled: typed.text.trim() === query,
    asked: askableSearch(query),
    problem: searchProblem(query),
  }
}

function writeHubSearch(address: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(address)
  next.delete('agents')
  if (text.trim()) next.set('query', text.trim())
  else next.delete('query')
  return next
}

/**
 * Opens the first search result on Enter, as soon as it is known. On a touch screen, where the keyboard covers the
 * results, Enter only starts the search.
 * @param text changing it cancels the opening
 * @param first null for none, undefined while it is not known
 */
function useOpenFirst(text: string, first: string | null | undefined) {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (wanted === null || first === undefined) return
    setWanted(null)
    if (first !== null && wanted === text) void navigate(first)
  }, [wanted, text, first, navigate])
  return () => {
    if (text.trim() !== '' && window.matchMedia('(pointer: fine)').matches) setWanted(text)
  }
}
