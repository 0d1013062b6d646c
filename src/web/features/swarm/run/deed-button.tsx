import type { ReactNode } from 'react'
import type { RunDeed } from './use-run-deed.ts'

/** A small button in a lane, as large as a finger on a phone; says what it is doing, and why it did not. */
export function DeedButton(props: {
  deed: RunDeed
  label: string
  busyLabel: string
  /** Of whom, for who can't see where the button stands. */
  of: string
  icon: ReactNode
}) {
  const { deed } = props
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <button
        type="button"
        aria-disabled={deed.busy}
        onClick={deed.go}
        className="inline-flex min-h-8 items-center gap-2 text-[13px] text-soft transition-colors hover:text-text aria-disabled:text-muted max-md:min-h-11"
      >
        {props.icon}
        <span>
          {deed.busy ? props.busyLabel : deed.problem ? `${props.label} again` : props.label}
          <span className="sr-only">{` ${props.of}`}</span>
        </span>
      </button>
      {deed.problem && (
        <span role="alert" className="text-[13px] leading-snug text-warning">
          {deed.problem}
        </span>
      )}
    </span>
  )
}
