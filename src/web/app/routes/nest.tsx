import { Nest } from '../../features/nest/nest.tsx'
import { useTitle } from '../../lib/router/title.ts'
import * as texts from '../texts.tsx'

const title = texts.nestTitle

export const head = () => ({ title, description: texts.nestSummary })

export default function NestScreen() {
  useTitle(title)
  return <Nest />
}
