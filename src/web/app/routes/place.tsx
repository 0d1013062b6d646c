import { placeQuery } from '../../features/place/place-query.ts'
import { PlaceView } from '../../features/place/place-view.tsx'
import * as texts from '../../features/place/texts.ts'
import { useTitle } from '../../lib/router/title.ts'
import type { ScreenContext } from '../screen.ts'

export const prefetch = ({ api, queryClient }: ScreenContext) =>
  queryClient.prefetchQuery({ ...placeQuery(api), retry: false })

export const head = () => ({ title: texts.title, description: texts.summary, unlisted: true })

/** How the place is, for whoever runs it. */
export default function PlaceScreen() {
  useTitle(texts.title)
  return <PlaceView />
}
