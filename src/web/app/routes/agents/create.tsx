import { CreateAgent } from '../../../features/agents/create/create-agent.tsx'
import { useTitle } from '../../../lib/router/title.ts'
import { useTypedMoves } from '../../../lib/tab-owner.ts'
import * as texts from '../../texts.ts'
import { tryOut } from '../../try-out.tsx'

const title = texts.createTitle

export const head = () => ({
  title,
  description: texts.createSummary,
})

export default function Create() {
  useTitle(title)
  return <CreateAgent key={useTypedMoves()} tryOut={tryOut} />
}
