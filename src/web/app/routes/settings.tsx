import { ownSessionsQuery } from '../../features/settings/own-sessions-query.ts'
import { Settings } from '../../features/settings/settings.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { viewerQuery } from '../../lib/session/viewer.ts'
import type { ScreenContext } from '../screen.ts'

const title = 'Settings'

export async function prefetch({ api, queryClient }: ScreenContext) {
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer) await queryClient.prefetchQuery({ ...ownSessionsQuery(api, viewer), retry: false })
}

export const head = () => ({ title, description: 'Where your wallet is signed in, and how to end it.' })

/** Decision 28: what somebody settles for themselves, reached from /management and from the wallet's menu. */
export default function SettingsScreen() {
  useTitle(title)
  return <Settings />
}
