import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { memoriesQuery } from '../../blocks/memory/memory-query.ts'
import { ownProfileQuery } from '../../blocks/people/person-query.ts'
import { useSharedValue } from '../../blocks/saved-draft/shared-value.ts'
import { statementsQuery } from '../../blocks/statements/statements-query.ts'
import { toolServersQuery } from '../../blocks/tool-servers/tool-servers-query.ts'
import { keepNothingFirst } from '../../features/chat/keep-nothing-first.ts'
import { ownCopiesQuery } from '../../features/chat/share/copies.ts'
import { OwnCopies } from '../../features/chat/share/own-copies.tsx'
import { GrantsList } from '../../features/inbox/grants-list.tsx'
import { grantsQuery } from '../../features/inbox/inbox-query.ts'
import { modelKeysQuery } from '../../features/model-keys/model-keys.ts'
import { ModelKeys } from '../../features/model-keys/model-keys-list.tsx'
import { OwnProfileForm } from '../../features/people/profile-form.tsx'
import { ownKeysQuery } from '../../features/settings/keys/own-keys.ts'
import { ownSessionsQuery } from '../../features/settings/screen/own-sessions-query.ts'
import { Settings } from '../../features/settings/screen/settings.tsx'
import * as texts from '../../features/settings/texts.tsx'
import { ToolServers } from '../../features/tool-servers/servers-list.tsx'
import { OwnSecret, useHoldsWallet } from '../../features/wallet/page/own-secret.tsx'
import { useApi } from '../../lib/http/api.ts'
import { useTitle } from '../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { SwitchField } from '../../ui/form/switch-field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { singleKeys } from '../hub/single-keys.tsx'
import { install, useCanInstall } from '../install-offer.ts'
import type { ScreenContext } from '../screen.ts'
import * as appTexts from '../texts.ts'

/** Most people have none. */
const OwnStatements = lazyPart(() => import('../../blocks/statements/own-statements.tsx'))
const OwnReports = lazyPart(() => import('../../blocks/report/own-reports.tsx'))
const BlocksList = lazyPart(() => import('../../blocks/people/blocks-list.tsx'))

/** It shows pictures of agents, as nothing else here does. */
const OwnMemories = lazyPart(() => import('../../blocks/memory/own-memories.tsx'))

export async function prefetch({ api, queryClient }: ScreenContext) {
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer)
    await Promise.all([
      queryClient.prefetchQuery({ ...ownSessionsQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...ownProfileQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...ownCopiesQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...ownKeysQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...modelKeysQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...toolServersQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...grantsQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...memoriesQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...statementsQuery(api, viewer), retry: false }),
    ])
}

export const head = () => ({ title: texts.title, description: texts.summary })

/** The settings of decision 28. */
export default function SettingsScreen() {
  useTitle(texts.title)
  const owner = useViewer() ?? undefined
  const holdsWallet = useHoldsWallet(owner)
  const decided = useQuery({ ...statementsQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  return (
    <Settings
      decisions={
        owner && decided.data && decided.data.length > 0 ? (
          <Suspense fallback={<div aria-hidden="true" className="skeleton h-24" />}>
            <OwnStatements owner={owner} />
          </Suspense>
        ) : null
      }
      profile={<OwnProfileForm owner={owner} />}
      wallet={owner && holdsWallet ? <OwnSecret owner={owner} /> : null}
      copies={<OwnCopies owner={owner} />}
      modelKeys={<ModelKeys owner={owner} />}
      toolServers={<ToolServers owner={owner} />}
      grants={<GrantsList owner={owner} />}
      memory={
        <Suspense fallback={<div aria-hidden="true" className="skeleton h-19" />}>
          <OwnMemories owner={owner} />
        </Suspense>
      }
      reports={
        <Suspense fallback={<div aria-hidden="true" className="skeleton h-19" />}>
          <OwnReports owner={owner} />
        </Suspense>
      }
      blocks={
        <Suspense fallback={<div aria-hidden="true" className="skeleton h-19" />}>
          <BlocksList owner={owner} />
        </Suspense>
      }
      preferences={<Preferences />}
      app={<InstallPart />}
    />
  )
}

function Preferences() {
  const keepsNothing = useSharedValue(keepNothingFirst) === 'on'
  const keysOn = useSharedValue(singleKeys) !== 'off'
  return (
    <div className="panel hairline cut grid gap-6 p-5 lg:p-6">
      <SwitchField
        name="keepConversations"
        label={appTexts.keepConversations}
        hint={appTexts.keepConversationsHint}
        value={!keepsNothing}
        onChange={(keep) => keepNothingFirst.set(keep ? undefined : 'on')}
      />
      <SwitchField
        name="singleKeys"
        label={appTexts.singleKeys}
        hint={appTexts.singleKeysHint}
        value={keysOn}
        onChange={(on) => singleKeys.set(on ? undefined : 'off')}
      />
    </div>
  )
}

function InstallPart() {
  const canInstall = useCanInstall()
  const [isApp, setIsApp] = useState(false)
  // The first paint does not know the display mode.
  useEffect(() => setIsApp(window.matchMedia('(display-mode: standalone)').matches), [])
  if (isApp) return <p className="text-soft">{appTexts.isApp}</p>
  if (canInstall) return <Button onClick={() => void install()}>{appTexts.install}</Button>
  return <p className="max-w-[60ch] text-soft">{appTexts.installByMenu}</p>
}
