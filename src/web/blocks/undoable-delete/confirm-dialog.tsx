import type { ReactNode } from 'react'
import type { NotConfirmed } from '../../lib/http/confirm-with-signature.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import * as texts from '../texts.ts'

interface ConfirmProblem {
  title: string
  text: string
  tone?: 'bad' | 'info'
}

/**
 * @param outcome the error of the attempt, or how the wallet was asked in vain
 * @param failed the title for an error of the request
 */
export function notDeleted(
  outcome: { error: unknown; data: NotConfirmed | null | undefined },
  failed = texts.notDeleted,
): ConfirmProblem | undefined {
  const { error, data } = outcome
  if (error) return { title: failed, text: explainError(error) }
  switch (data?.state) {
    case 'declined':
      return {
        tone: 'info',
        title: texts.notDeleted,
        text: texts.notSigned,
      }
    case 'failed':
      return { title: texts.notDeleted, text: data.problem }
    case undefined:
      return undefined
  }
}

export function ConfirmDialog(props: {
  title: string
  description: string
  children?: ReactNode
  action: { label: string; busyLabel: string; busy: boolean; go: () => void }
  keep: string
  problem?: ConfirmProblem | undefined
  focusAfter?: () => HTMLElement | null | undefined
  onClose: () => void
}) {
  const { action, problem } = props
  return (
    <Dialog
      open
      width="narrow"
      title={props.title}
      description={props.description}
      {...(props.focusAfter && { focusAfter: props.focusAfter })}
      onClose={props.onClose}
    >
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
