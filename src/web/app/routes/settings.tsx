import { ownProfileQuery } from '../../blocks/people/person-query.ts'
import { OwnProfileForm } from '../../features/people/profile-form.tsx'
import { ownSessionsQuery } from '../../features/settings/own-sessions-query.ts'
import { Settings } from '../../features/settings/settings.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../lib/session/viewer.ts'
import type { ScreenContext } from '../screen.ts'

const title = 'Settings'

export async function prefetch({ api, queryClient }: ScreenContext) {
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer)
    await Promise.all([
      queryClient.prefetchQuery({ ...ownSessionsQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...ownProfileQuery(api, viewer), retry: false }),
    ])
}

export const head = () => ({
  title,
  description: 'What you call yourself, and where your wallet is signed in.',
})

/** Decision 28: what somebody settles for themselves, reached from /management and from the wallet's menu. */
export default function SettingsScreen() {
  useTitle(title)
  return <Settings profile={<OwnProfileForm owner={useViewer() ?? undefined} />} />
}
