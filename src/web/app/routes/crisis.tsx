import { CrisisView } from '../../features/rules/crisis-view.tsx'
import * as texts from '../../features/rules/texts.ts'
import { useTitle } from '../../lib/router/title.ts'

export const head = () => ({ title: texts.crisisTitle, description: texts.crisisSummary })

export default function CrisisScreen() {
  useTitle(texts.crisisTitle)
  return <CrisisView />
}
