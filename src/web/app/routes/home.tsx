import { useQuery, useQueryClient } from '@tanstack/react-query'
import { engineQuery } from '../../features/chat/api/engine-query.ts'
import { homeQuery } from '../../features/home/api.ts'
import { GoingOn } from '../../features/home/going-on.tsx'
import { Hero } from '../../features/home/hero.tsx'
import { ModelProviders } from '../../features/home/model-providers.tsx'
import { RoomPicker } from '../../features/home/room-picker.tsx'
import * as texts from '../../features/home/texts.ts'
import { useApi } from '../../lib/http/api.ts'
import { findAgentQuery } from '../../lib/http/find-agent-query.ts'
import { Link } from '../../lib/router/router.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import type { ScreenContext } from '../screen.ts'

export const prefetch = ({ api, queryClient }: ScreenContext) =>
  queryClient.prefetchQuery({ ...homeQuery(api), retry: false })

export const head = () => ({ title: texts.nameOfPlace, description: texts.about })

export default function Home() {
  useTitle(texts.nameOfPlace)
  const { data: home, errorUpdateCount } = useQuery(homeQuery(useApi()))
  const loadChat = useChatAhead()
  return (
    <div className="wrap">
      <Hero agents={home?.agents ?? []} onReady={loadChat} isMissing={!home && errorUpdateCount > 0} />
      <ModelProviders />
      <RoomPicker />
      {home && <GoingOn {...home} />}
      <p className="pb-6 text-center text-sm">
        <Link to="/rules" className="inline-flex min-h-11 items-center text-muted hover:text-text">
          {texts.rules}
        </Link>
      </p>
    </div>
  )
}

/** Preloads the chat while a person types. Failures are ignored: the chat itself requests everything again. */
function useChatAhead() {
  const api = useApi()
  const queryClient = useQueryClient()
  const viewer = useViewer()
  return (agentId: string) => {
    void import('./chat/chat.tsx').catch(() => {})
    void queryClient.prefetchQuery(findAgentQuery(api, agentId, viewer ?? null))
    void queryClient.prefetchQuery(engineQuery(api))
  }
}
