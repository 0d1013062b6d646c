import { Launch } from '../../features/launch/launch.tsx'
import { useTitle } from '../../lib/router/title.ts'
import * as texts from '../texts.tsx'

const title = texts.launchTitle

export const head = () => ({
  title,
  description: texts.launchSummary,
})

export default function LaunchScreen() {
  useTitle(title)
  return <Launch />
}
