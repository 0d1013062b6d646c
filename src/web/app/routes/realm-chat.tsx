import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { realmQuery } from '../../features/realms/api/realm.ts'
import { realmLogQuery } from '../../features/realms/api/realm-log.ts'
import { RealmChat } from '../../features/realms/chat/realm-chat.tsx'
import { RealmLoading } from '../../features/realms/chat/realm-loading.tsx'
import { RealmNotFound } from '../../features/realms/realm-not-found.tsx'
import { useApi } from '../../lib/api.ts'
import { explainError } from '../../lib/explain-error.ts'
import { type Head, useTitle } from '../../lib/title.ts'
import { Button } from '../../ui/button.tsx'
import type { ScreenContext } from '../screen.ts'

const notFoundTitle = 'Realm not found'
const unknownTitle = 'Realm'

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
  if (!realm) return { title: realm === null ? notFoundTitle : unknownTitle }
  return { title: realm.name, ...(realm.description && { description: realm.description }) }
}

export const status = (context: ScreenContext): number => {
  const realm = context.queryClient.getQueryData(questionOf(context).queryKey)
  if (realm) return 200
  return realm === null ? 404 : 503
}

export default function RealmChatScreen() {
  const { id = '' } = useParams()
  const realm = useQuery(realmQuery(useApi(), id))
  useTitle(realm.data?.name ?? (realm.data === null ? notFoundTitle : unknownTitle))
  if (realm.data) return <RealmChat key={realm.data.id} realm={realm.data} />
  if (realm.data === null) return <RealmNotFound />
  if (realm.error)
    return <LoadFailed problem={explainError(realm.error)} retry={() => void realm.refetch()} />
  return <RealmLoading />
}

function LoadFailed({ problem, retry }: { problem: string; retry: () => void }) {
  return (
    <section
      role="alert"
      className="wrap grid min-h-[60dvh] place-content-center justify-items-start gap-5 py-16"
    >
      <p className="label text-bad">Link lost</p>
      <h1 className="text-3xl font-bold">The realm could not be loaded.</h1>
      <p className="max-w-[52ch] text-soft">{problem}</p>
      <Button tone="primary" onClick={retry}>
        Try again
      </Button>
    </section>
  )
}
