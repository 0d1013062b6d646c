import { agentListQuery } from '../../features/agents/api/agent-list.ts'
import { askableFilter } from '../../features/agents/matrix/matrix-filter.ts'
import { AgentPicker } from '../../features/agents/picker/agent-picker.tsx'
import { readPickerFilter } from '../../features/agents/picker/use-agent-picker.ts'
import { conversationListQuery } from '../../features/chat/history/api/conversation-list.ts'
import { askableSearch } from '../../features/chat/history/history-search.ts'
import { PickUp, readHistorySearch } from '../../features/chat/history/pick-up.tsx'
import { useRecentAgents } from '../../features/chat/history/recent-agents.ts'
import { useTitle } from '../../lib/title.ts'
import { useViewer, viewerQuestion } from '../../lib/viewer.ts'
import type { ScreenContext } from '../screen.ts'

const title = 'Chat Agent Interface'

export const prefetch = (context: ScreenContext) =>
  Promise.all([prefetchConversations(context), prefetchAgents(context)])

async function prefetchConversations({ api, queryClient, search }: ScreenContext) {
  const viewer = await queryClient.fetchQuery({ ...viewerQuestion(api), retry: false }).catch(() => null)
  if (viewer === null) return
  const query = askableSearch(readHistorySearch(search))
  // The whole list is asked as well, because it says which agents were used last.
  const filters = query ? [{}, { query }] : [{}]
  await Promise.all(
    filters.map((filter) =>
      queryClient.prefetchInfiniteQuery({ ...conversationListQuery(api, viewer, filter), retry: false }),
    ),
  )
}

const prefetchAgents = ({ api, queryClient, search }: ScreenContext) =>
  queryClient.prefetchInfiniteQuery({
    ...agentListQuery(api, askableFilter(readPickerFilter(search))),
    retry: false,
  })

export const head = () => ({
  title,
  description: 'Pick up a conversation where you were, or pick an agent and begin one.',
})

/** The room /chat (decision 23): where conversations are gone on with, and begun. */
export default function ChatHub() {
  useTitle(title)
  const recent = useRecentAgents(useViewer())
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-[30px] leading-[1.05] font-bold md:text-[38px]">{title}</h1>
      <p className="mt-2 text-soft">Pick up a conversation, or begin one with a neural entity.</p>
      <div className="mt-7 grid items-start gap-9 lg:grid-cols-[minmax(0,1fr)_344px] lg:gap-12">
        <div className="min-w-0 lg:order-2">
          <AgentPicker recent={recent} />
        </div>
        <PickUp />
      </div>
    </div>
  )
}
