import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import * as texts from '../texts.tsx'
import { useNewReplies } from './list/use-new-replies.ts'

const HistorySheet = lazyPart(() => import('./history-sheet.tsx'))

/** The button that opens the stored conversations over a chat that has no room for the panel. */
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
        className={`max-md:min-h-11 max-lg:w-11 max-lg:p-0 ${props.className ?? ''}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon width={18} height={18}>
          <path d="M4 5v4.5h4.5M4.4 9.5A8 8 0 1 1 4 13M12 8v4.5l3 2" />
        </Icon>
        <span className="max-lg:sr-only">{texts.history}</span>
        {fresh.size > 0 && (
          <>
            <span
              aria-hidden="true"
              className="dot [--hue:var(--color-cyan)] max-lg:absolute max-lg:top-2.5 max-lg:right-1.5"
            />
            <span className="sr-only">{texts.newNamed(fresh.size)}</span>
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
