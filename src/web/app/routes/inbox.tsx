import { inboxQuery, inboxSettingsQuery } from '../../features/inbox/inbox-query.ts'
import { InboxView } from '../../features/inbox/list/inbox-view.tsx'
import * as texts from '../../features/inbox/texts.ts'
import { useTitle } from '../../lib/router/title.ts'
import { viewerQuery } from '../../lib/session/viewer.ts'
import type { ScreenContext } from '../screen.ts'

export async function prefetch({ api, queryClient }: ScreenContext) {
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer)
    await Promise.all([
      queryClient.prefetchQuery({ ...inboxQuery(api, viewer), retry: false }),
      queryClient.prefetchQuery({ ...inboxSettingsQuery(api, viewer), retry: false }),
    ])
}

export const head = () => ({ title: texts.title, description: texts.summary, unlisted: true })

/** What waits for a person, over all conversations, realms and runs. */
export default function InboxScreen() {
  useTitle(texts.title)
  return <InboxView />
}
