import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/http/api.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NotLoaded, Waiting } from '../list/waiting.tsx'
import { MemoryPanel } from './memory-panel.tsx'
import { memoryQuery } from './memory-query.ts'
import * as texts from './texts.ts'

/** What an agent remembers of the person who is here. It closes when a link in it is followed. */
export default function MemoryDialog(props: { agent: { id: string; name: string }; onClose: () => void }) {
  const { agent, onClose } = props
  const viewer = useViewer() ?? ''
  const { data, error, refetch } = useQuery(memoryQuery(useApi(), viewer, agent.id))
  return (
    <Dialog open title={texts.remembersOfYou(agent.name)} onClose={onClose}>
      {data ? (
        <MemoryPanel memory={data} onLeave={onClose} />
      ) : error ? (
        <MemoryFailed error={error} retry={() => void refetch()} />
      ) : (
        <MemoryLoading />
      )}
    </Dialog>
  )
}

export function MemoryFailed({ error, retry }: { error: Error; retry: () => void }) {
  return <NotLoaded title={texts.notLoaded} error={error} retry={retry} />
}

/** In the shape of the switch, the field and three facts. */
function MemoryLoading() {
  return (
    <Waiting words={texts.loading} look="grid gap-6">
      <div className="skeleton h-18" />
      <div className="grid gap-2">
        <div className="skeleton h-3.5 w-40" />
        <div className="skeleton h-12" />
      </div>
      <div className="grid gap-3">
        {[0, 1, 2].map((row) => (
          <div key={row} className="skeleton h-16" />
        ))}
      </div>
    </Waiting>
  )
}
