import { type ComponentType, lazy, Suspense } from 'react'
import { realmQuery } from '../../../features/realms/api/realm.ts'
import { realmLogQuery } from '../../../features/realms/api/realm-log.ts'
import type { ChooseAgent } from '../../../features/realms/invite/invite-dialog.tsx'
import { realmTitle } from '../../../features/realms/realm-title.ts'
import { RealmChat } from '../../../features/realms/room/realm-chat.tsx'
import { useParams } from '../../../lib/router/router.tsx'
import type { Head } from '../../../lib/router/title.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { optionalPart } from '../../../ui/optional-part.ts'
import type { ScreenContext } from '../../screen.ts'
import * as texts from '../../texts.ts'

/** Only whoever created the realm loads it. */
const StatementsHere = optionalPart(() => import('../../../blocks/statements/statements-here.tsx'))
const AgentChooser = lazyPart(() => import('../../../features/agents/picker/agent-chooser.tsx'))
const loadEngine = () => import('../../engine.tsx')
const nothing = () => ({ default: () => null })
const EngineName = lazy<ComponentType<{ label: string }>>(() =>
  loadEngine().then(({ EngineName: shown }) => ({ default: shown }), nothing),
)
const EngineAside = lazy<ComponentType>(() =>
  loadEngine().then(({ EngineAside: shown }) => ({ default: shown }), nothing),
)

const questionOf = ({ api, params }: Pick<ScreenContext, 'api' | 'params'>) =>
  realmQuery(api, params.id ?? '')

export const prefetch = (context: ScreenContext) =>
  Promise.all([
    context.queryClient.prefetchQuery({ ...questionOf(context), retry: false }),
    context.queryClient.prefetchQuery({
      ...realmLogQuery(context.api, context.params.id ?? ''),
      retry: false,
    }),
  ])

export const head = (context: ScreenContext): Head => {
  const realm = context.queryClient.getQueryData(questionOf(context).queryKey)
  if (!realm) return { title: realmTitle(realm) }
  const { id, description } = realm
  return { title: realmTitle(realm), ...(description && { description }), unfurl: { kind: 'realm', id } }
}

export const status = (context: ScreenContext): number => {
  const realm = context.queryClient.getQueryData(questionOf(context).queryKey)
  if (realm) return 200
  return realm === null ? 404 : 503
}

export default function RealmChatScreen() {
  const { id = '' } = useParams()
  return <RealmChat key={id} id={id} chooseAgent={chooseAgent} engine={engine} decisions={decisions} />
}

const decisions = (owner: string, subject: string) => (
  <Suspense>
    <StatementsHere owner={owner} kind="realm" subject={subject} className="px-4 pt-3 md:px-8" />
  </Suspense>
)

/** Passed in because it is not part of the realms feature. A realm without agents loads none of its code. */
const engine = {
  name: (
    <Suspense>
      <EngineName label={texts.agentsAnsweredBy} />
    </Suspense>
  ),
  note: (
    <Suspense>
      <EngineAside />
    </Suspense>
  ),
}

/** Features do not import each other, so the screen connects the agents feature with this one. */
const chooseAgent: ChooseAgent = (choice) => (
  <Suspense fallback={<div className="h-[60dvh]" />}>
    <AgentChooser {...choice} />
  </Suspense>
)
