import { ownProfileQuery } from '../../blocks/people/person-query.ts'
import { ownCopiesQuery } from '../../features/chat/share/copies.ts'
import { OwnCopies } from '../../features/chat/share/own-copies.tsx'
import { OwnProfileForm } from '../../features/people/profile-form.tsx'
import { ownKeysQuery } from '../../features/settings/keys/own-keys.ts'
import { ownSessionsQuery } from '../../features/settings/own-sessions-query.ts'
import { Settings } from '../../features/settings/settings.tsx'
import * as texts from '../../features/settings/texts.tsx'
import { OwnSecret, useHoldsWallet } from '../../features/wallet/passkey/own-secret.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../lib/session/viewer.ts'
import { InstallPart } from '../install/install-part.tsx'
import { Preferences } from '../preferences.tsx'
import type { ScreenContext } from '../screen.ts'

export async function prefetch({ api, queryClient }: ScreenContext) {
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer)
    await Promise.all([
      queryClient.prefetchQuery({ ...ownSessionsQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...ownProfileQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...ownCopiesQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...ownKeysQuery(api, viewer), retry: false }),
    ])
}

export const head = () => ({ title: texts.title, description: texts.summary })

/** The settings screen (decision 28), reached from /management and from the wallet's menu. */
export default function SettingsScreen() {
  useTitle(texts.title)
  const owner = useViewer() ?? undefined
  const holdsWallet = useHoldsWallet(owner)
  return (
    <Settings
      profile={<OwnProfileForm owner={owner} />}
      wallet={owner && holdsWallet ? <OwnSecret owner={owner} /> : null}
      copies={<OwnCopies owner={owner} />}
      preferences={<Preferences />}
      app={<InstallPart />}
    />
  )
}
