import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { AgentSummary } from '../../../shared/agents/agents.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { FailedPanel, ListNote, wholeScreen } from '../../blocks/list/instead.tsx'
import { useList } from '../../blocks/list/list-state.ts'
import { Waiting } from '../../blocks/list/waiting.tsx'
import { type FoundPerson, personQuery } from '../../blocks/people/person-query.ts'
import { agentListQuery } from '../../features/agents/api/agent-list.ts'
import { MakerAgents } from '../../features/agents/matrix/maker-agents.tsx'
import { PersonHead } from '../../features/people/person-head.tsx'
import { realmListQuery } from '../../features/realms/api/realm-list.ts'
import { RealmGrid } from '../../features/realms/list/realm-grid.tsx'
import { useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { useParams } from '../../lib/router/router.tsx'
import { type Head, useTitle } from '../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../lib/session/viewer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import type { ScreenContext } from '../screen.ts'
import * as texts from '../texts.ts'

const BlockButton = lazyPart(() => import('../../blocks/people/block-button.tsx'))
const QuickChatDialog = lazyPart(() => import('../../features/chat/screen/quick-chat-dialog.tsx'))

const whoIn = ({ who = '' }: ScreenContext['params']) => who

export async function prefetch({ api, queryClient, params }: ScreenContext) {
  const asked = { ...personQuery(api, whoIn(params)), retry: false }
  const person = await queryClient.fetchQuery(asked).catch(() => null)
  if (person === null || person === 'given-up') return
  const of = { maker: person.address }
  await Promise.all([
    queryClient.prefetchQuery({ ...viewerQuery(api), retry: false }),
    queryClient.prefetchInfiniteQuery({ ...agentListQuery(api, of), retry: false }),
    queryClient.prefetchInfiniteQuery({ ...realmListQuery(api, of), retry: false }),
  ])
}

/** @param person undefined until it is known */
function titleOf(person: FoundPerson | undefined): string {
  if (person === undefined) return texts.profile
  if (person === null) return texts.nobody
  return person === 'given-up' ? texts.givenUp : (person.name ?? shortAddress(person.address))
}

const foundBy = ({ api, queryClient, params }: ScreenContext) =>
  queryClient.getQueryData(personQuery(api, whoIn(params)).queryKey)

export function head(context: ScreenContext): Head {
  const person = foundBy(context)
  const title = titleOf(person)
  if (!person || person === 'given-up') return { title }
  return {
    title,
    description: person.about || texts.makerSummary,
    unfurl: { kind: 'maker', id: person.address },
  }
}

export function status(context: ScreenContext): number {
  const person = foundBy(context)
  if (person === 'given-up') return 410
  return person ? 200 : person === null ? 404 : 503
}

/** The public profile of record 0041. */
export default function MakerScreen() {
  const who = whoIn(useParams())
  const { data: person, error, refetch } = useQuery(personQuery(useApi(), who))
  const viewer = useViewer()
  const [chatting, setChatting] = useState<AgentSummary>()
  const isThere = person && person !== 'given-up'
  useTitle(titleOf(person))
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      {isThere ? (
        <>
          <PersonHead person={person} own={person.address === viewer}>
            {viewer && viewer !== person.address && (
              <Suspense fallback={null}>
                <BlockButton wallet={person.address} name={person.name ?? shortAddress(person.address)} />
              </Suspense>
            )}
          </PersonHead>
          <h2 className="mt-10 mb-4.5 text-xl font-semibold">{texts.makerAgents}</h2>
          <MakerAgents maker={person.address} onQuickChat={setChatting} />
          <h2 className="mt-10 mb-4.5 text-xl font-semibold">{texts.makerRealms}</h2>
          <MakerRealms maker={person.address} viewer={viewer ?? undefined} />
        </>
      ) : error && person === undefined ? (
        <FailedPanel
          heading="h1"
          className={wholeScreen}
          title={texts.personNotLoaded}
          failure={{ problem: explainError(error), retry: () => void refetch() }}
        />
      ) : person === undefined ? (
        <Waiting words={texts.loading} look="grid gap-6">
          <div className="skeleton h-24 w-80 max-w-full" />
        </Waiting>
      ) : (
        <StatePanel
          heading="h1"
          className={wholeScreen}
          icon={<SearchIcon />}
          title={titleOf(person)}
          action={<ButtonLink to="/vacant">{texts.allAgents}</ButtonLink>}
        >
          {person === 'given-up' ? texts.givenUpText : texts.nobodyText}
        </StatePanel>
      )}
      {chatting && (
        <Suspense fallback={null}>
          <QuickChatDialog agent={chatting} onClose={() => setChatting(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

function MakerRealms({ maker, viewer }: { maker: string; viewer: string | undefined }) {
  return (
    <RealmGrid
      name={texts.makerRealms}
      list={useList(realmListQuery(useApi(), { maker }))}
      viewer={viewer}
      empty={<ListNote className="col-span-full py-2">{texts.noRealms}</ListNote>}
    />
  )
}
