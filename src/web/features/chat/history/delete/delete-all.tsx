import { lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { TrashIcon } from '../../../../ui/icons.tsx'
import * as texts from '../../texts.tsx'

const DeleteAllDialog = lazy(() => import('./delete-all-dialog.tsx'))

export function DeleteAll(props: {
  /** Without it the component stays mounted, so that its dialog can close properly. */
  offered: boolean
  /** The agent of the shown conversation, to which deleting navigates. */
  shownAgentId?: string | undefined
  /** Takes the focus when the list is empty. */
  heading: RefObject<HTMLElement | null>
  compact?: boolean
}) {
  const { heading } = props
  const [state, setState] = useState<'idle' | 'asking' | 'deleted'>('idle')
  useEffect(() => {
    if (state !== 'deleted') return
    // The closing dialog restores the focus to a button that disappears with the list.
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
          <span className={props.compact ? 'max-md:sr-only' : ''}>{texts.deleteAll}</span>
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
