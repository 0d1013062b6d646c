import { CreateAgent } from '../../../features/agents/create/create-agent.tsx'
import { useTitle } from '../../../lib/router/title.ts'
import { tryOut } from '../../try-out.tsx'

const title = 'Neural Agent Synthesis Protocol'

export const head = () => ({
  title,
  description: 'Make an AI agent of your own: its voice, its craft and what it knows.',
})

export default function Create() {
  useTitle(title)
  return <CreateAgent tryOut={tryOut} />
}
