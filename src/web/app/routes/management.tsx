import { Management } from '../../features/agents/management/management.tsx'
import { useTitle } from '../../lib/title.ts'
import { tryOut } from '../try-out.tsx'

const title = 'Neural Asset Control Matrix'

export const head = () => ({ title, description: 'Show, hide, edit and delete the agents of your wallet.' })

export default function ManagementScreen() {
  useTitle(title)
  return <Management tryOut={tryOut} />
}
