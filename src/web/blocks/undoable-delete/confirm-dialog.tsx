import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/form/notice.tsx'

/** Asks before something happens, and says why it did not. */
export function ConfirmDialog(props: {
  title: string
  description: string
  /** What else there is to know. */
  children?: ReactNode
  /** What the button does, and what it says meanwhile. */
  action: { label: string; busyLabel: string; busy: boolean; go: () => void }
  keep: string
  problem?: { title: string; text: string; tone?: 'bad' | 'info' } | undefined
  onClose: () => void
}) {
  const { action, problem } = props
  return (
    <Dialog open width="narrow" title={props.title} description={props.description} onClose={props.onClose}>
      <div className="grid gap-4">
        {props.children}
        {problem && (
          <Notice tone={problem.tone ?? 'bad'} title={problem.title}>
            {problem.text}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button tone="danger" aria-disabled={action.busy} onClick={() => action.busy || action.go()}>
            {action.busy ? action.busyLabel : action.label}
          </Button>
          <Button onClick={props.onClose}>{props.keep}</Button>
        </div>
      </div>
    </Dialog>
  )
}
