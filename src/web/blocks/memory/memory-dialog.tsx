import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/form/notice.tsx'
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
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="bad" title={texts.notLoaded}>
        {explainError(error)}
      </Notice>
      <Button size="small" className="max-md:min-h-11" onClick={retry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}

/** In the shape of the switch, the field and three facts. */
function MemoryLoading() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
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
    </div>
  )
}
