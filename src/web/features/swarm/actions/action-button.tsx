import type { ReactNode } from 'react'
import * as texts from '../texts.ts'
import type { RunAction } from './use-run-action.ts'

/** A small button in a lane with a touch-sized target on a phone; it shows its progress and its error. */
export function ActionButton(props: {
  action: RunAction
  label: string
  busyLabel: string
  /** The name of its agent, for screen readers. */
  of: string
  icon: ReactNode
}) {
  const { action } = props
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <button
        type="button"
        aria-disabled={action.busy}
        onClick={action.go}
        className="inline-flex min-h-8 items-center gap-2 text-13 text-soft transition-colors hover:text-text aria-disabled:text-muted max-md:min-h-11"
      >
        {props.icon}
        <span>
          {action.busy ? props.busyLabel : action.problem ? texts.again(props.label) : props.label}
          <span className="sr-only">{` ${props.of}`}</span>
        </span>
      </button>
      {action.problem && (
        <span role="alert" className="text-13 leading-snug text-warning">
          {action.problem}
        </span>
      )}
    </span>
  )
}
