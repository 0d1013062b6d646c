import { useViewer } from '../../../lib/session/viewer.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import * as texts from '../texts.tsx'
import HistoryPanel from './history-panel.tsx'

export default function HistorySheet(props: {
  agentId: string | null
  currentId: string | undefined
  onNew: () => void
  onClose: () => void
}) {
  const stored = useViewer() !== null
  return (
    <Dialog open title={texts.conversations} onClose={props.onClose}>
      <div className={`-mx-3 ${stored ? '-mb-6 h-[72dvh]' : ''}`}>
        <HistoryPanel
          headed
          agentId={props.agentId}
          currentId={props.currentId}
          onNew={props.onNew}
          onLeave={props.onClose}
        />
      </div>
    </Dialog>
  )
}
