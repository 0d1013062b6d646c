import { Launch } from '../../features/launch/launch.tsx'
import { useTitle } from '../../lib/router/title.ts'

const title = 'Choose a launch sequence'

export const head = () => ({
  title,
  description: 'What do you want to bring to life? Every launch begins with an agent.',
})

export default function LaunchScreen() {
  useTitle(title)
  return <Launch />
}
