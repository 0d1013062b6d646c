import { deskQuery } from '../blocks/desk/desk-query.ts'
import { viewerQuery } from '../lib/session/viewer.ts'
import type { ScreenContext } from './screen.ts'

/** Asks who is there, and whether the desk is open to them. */
export async function lookWhoAsks({ api, queryClient }: ScreenContext): Promise<void> {
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  await queryClient.prefetchQuery({ ...deskQuery(api, viewer), retry: false })
}

/** The operator's wallet, once that was asked; null for everybody else. */
export function operatorIn({ api, queryClient }: ScreenContext): string | null {
  const viewer = queryClient.getQueryData(viewerQuery(api).queryKey) ?? null
  return viewer && queryClient.getQueryData(deskQuery(api, viewer).queryKey)?.operator ? viewer : null
}

/** Whether the page is the desk; also where the server could not say so, which is no reason to deny it. */
export function isOpenTo(context: ScreenContext): boolean {
  const { api, queryClient } = context
  const viewer = queryClient.getQueryData(viewerQuery(api).queryKey) ?? null
  const asked = queryClient.getQueryState(deskQuery(api, viewer).queryKey)
  return asked?.status === 'error' || operatorIn(context) !== null
}
