import { ownProfileQuery } from '../../blocks/people/person-query.ts'
import { ownCopiesQuery } from '../../features/chat/share/copies.ts'
import { OwnCopies } from '../../features/chat/share/own-copies.tsx'
import { OwnProfileForm } from '../../features/people/profile-form.tsx'
import { ownKeysQuery } from '../../features/settings/keys/own-keys.ts'
import { ownSessionsQuery } from '../../features/settings/own-sessions-query.ts'
import { Settings } from '../../features/settings/settings.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../lib/session/viewer.ts'
import { InstallPart } from '../install/install-part.tsx'
import { Preferences } from '../preferences.tsx'
import type { ScreenContext } from '../screen.ts'

const title = 'Settings'

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

export const head = () => ({
  title,
  description:
    'What you call yourself, what you share, where your wallet is signed in, and everything that is yours.',
})

/** The settings screen (decision 28), reached from /management and from the wallet's menu. */
export default function SettingsScreen() {
  useTitle(title)
  const owner = useViewer() ?? undefined
  return (
    <Settings
      profile={<OwnProfileForm owner={owner} />}
      copies={<OwnCopies owner={owner} />}
      preferences={<Preferences />}
      app={<InstallPart />}
    />
  )
}
