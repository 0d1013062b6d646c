import { Nest } from '../../features/nest/nest.tsx'
import * as texts from '../../features/nest/texts.tsx'
import { useTitle } from '../../lib/router/title.ts'

export const head = () => ({ title: texts.title, description: texts.summary })

export default function NestScreen() {
  useTitle(texts.title)
  return <Nest />
}
