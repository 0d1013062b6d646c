import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { HistoryIcon } from './history-icon.tsx'
import { useNewReplies } from './use-new-replies.ts'

const HistorySheet = lazy(() => import('./history-sheet.tsx'))

/** Opens the stored conversations above a chat that has no room beside it. */
export function HistoryButton(props: {
  agentId: string | null
  currentId: string | undefined
  onNew: () => void
  className?: string
}) {
  const [open, setOpen] = useState(false)
  const fresh = useNewReplies(props.currentId)
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className={`max-md:min-h-11 max-md:w-11 max-md:p-0 ${props.className ?? ''}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <HistoryIcon />
        <span className="max-md:sr-only">History</span>
        {fresh.size > 0 && (
          <>
            <span
              aria-hidden="true"
              className="dot [--hue:var(--color-cyan)] max-md:absolute max-md:top-2.5 max-md:right-1.5"
            />
            <span className="sr-only">{`${fresh.size} new`}</span>
          </>
        )}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <HistorySheet
            agentId={props.agentId}
            currentId={props.currentId}
            onNew={props.onNew}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
