import { askedBy, authorizationQuery } from '../../features/authorize/authorization-query.ts'
import { Authorize } from '../../features/authorize/authorize.tsx'
import { useSearchParams } from '../../lib/router/router.tsx'
import { type Head, useTitle } from '../../lib/router/title.ts'
import { viewerQuery } from '../../lib/session/viewer.ts'
import type { ScreenContext } from '../screen.ts'
import * as texts from '../texts.ts'

const title = texts.authorizeTitle

export async function prefetch({ api, queryClient, search }: ScreenContext) {
  await Promise.all([
    queryClient.prefetchQuery({ ...viewerQuery(api), retry: false }),
    queryClient.prefetchQuery({ ...authorizationQuery(api, askedBy(search)), retry: false }),
  ])
}

/** The address has somebody's request in it, so no search engine should know it. */
export const head = (): Head => ({ title, unlisted: true })

/** Where programs send people to be let in (record 0057). */
export default function AuthorizeScreen() {
  const [search] = useSearchParams()
  useTitle(title)
  return <Authorize asked={askedBy(search)} />
}
