import { Nest } from '../../features/nest/nest.tsx'
import { useTitle } from '../../lib/router/title.ts'

const title = 'Nest control matrix'

export const head = () => ({ title, description: 'Six nodes of the neural interface and their readouts.' })

export default function NestScreen() {
  useTitle(title)
  return <Nest />
}
