import { lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { TrashIcon } from '../../../../ui/icons.tsx'

const DeleteAllDialog = lazy(() => import('./delete-all-dialog.tsx'))

/** Where all of a wallet's conversations can be deleted; it asks first. */
export function DeleteAll(props: {
  /** Whether there is something to delete. Stays mounted without, so that its dialog ends in order. */
  offered: boolean
  /** The agent of the conversation that is shown: whoever deletes it is led there. */
  shownAgentId?: string | undefined
  /** Takes the focus once there is nothing left. */
  heading: RefObject<HTMLElement | null>
  /** On a phone it is only its picture. */
  compact?: boolean
}) {
  const { heading } = props
  const [state, setState] = useState<'idle' | 'asking' | 'deleted'>('idle')
  useEffect(() => {
    if (state !== 'deleted') return
    // After the dialog, which is gone now, has given the focus back to a button that goes with the list.
    const timer = window.setTimeout(() => heading.current?.focus({ preventScroll: true }))
    return () => window.clearTimeout(timer)
  }, [state, heading])
  return (
    <>
      {props.offered && (
        <Button
          tone="quiet"
          size="small"
          className={`max-md:min-h-11 ${props.compact ? 'max-md:w-11 max-md:p-0' : ''}`}
          onClick={() => setState('asking')}
        >
          <TrashIcon width={17} height={17} />
          <span className={props.compact ? 'max-md:sr-only' : ''}>Delete all</span>
        </Button>
      )}
      {state === 'asking' && (
        <Suspense fallback={null}>
          <DeleteAllDialog
            shownAgentId={props.shownAgentId}
            onClose={() => setState('idle')}
            onDeleted={() => setState('deleted')}
          />
        </Suspense>
      )}
    </>
  )
}
