import { figuresQuery, rulesQuery } from '../../features/rules/rules-queries.ts'
import { RulesView } from '../../features/rules/rules-view.tsx'
import * as texts from '../../features/rules/texts.ts'
import { useTitle } from '../../lib/router/title.ts'
import type { ScreenContext } from '../screen.ts'

export const prefetch = ({ api, queryClient }: ScreenContext) =>
  Promise.all([
    queryClient.prefetchQuery({ ...rulesQuery(api), retry: false }),
    queryClient.prefetchQuery({ ...figuresQuery(api), retry: false }),
  ])

export const head = () => ({ title: texts.title, description: texts.summary })

export default function RulesScreen() {
  useTitle(texts.title)
  return <RulesView />
}
