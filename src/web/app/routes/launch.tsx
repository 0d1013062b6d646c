import { Launch } from '../../features/launch/launch.tsx'
import * as texts from '../../features/launch/texts.ts'
import { useTitle } from '../../lib/router/title.ts'

export const head = () => ({ title: texts.title, description: texts.summary })

export default function LaunchScreen() {
  useTitle(texts.title)
  return <Launch />
}
