import { type RefObject, Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { TrashIcon } from '../../../../ui/icons.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import * as texts from '../../texts.tsx'

const DeleteAllDialog = lazyPart(() => import('./delete-all-dialog.tsx'))

export function DeleteAll(props: {
  /** Without it the component stays mounted, so that its dialog can close properly. */
  offered: boolean
  /** The agent of the shown conversation, to which deleting navigates. */
  shownAgentId?: string | undefined
  /** Takes the focus when all are deleted. */
  heading: RefObject<HTMLElement | null>
  compact?: boolean
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {props.offered && (
        <Button
          tone="quiet"
          size="small"
          className={`max-md:min-h-11 ${props.compact ? 'max-md:w-11 max-md:p-0' : ''}`}
          onClick={() => setAsking(true)}
        >
          <TrashIcon width={17} height={17} />
          <span className={props.compact ? 'max-md:sr-only' : ''}>{texts.deleteAll}</span>
        </Button>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <DeleteAllDialog
            shownAgentId={props.shownAgentId}
            heading={props.heading}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
