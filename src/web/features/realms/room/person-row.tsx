import type { ReactNode } from 'react'
import { shortAddress } from '../short-address.ts'

/** Somebody of the realm, and what the creator can do about them. */
export function PersonRow(props: {
  wallet: string
  /** What they are here, such as 'you'. */
  marks: readonly string[]
  /** Whether they are in the realm at this moment. */
  here: boolean
  typing?: boolean
  action?: ReactNode
}) {
  return (
    <li className="flex min-h-9 items-center gap-2.5 max-md:min-h-11">
      <span
        aria-hidden="true"
        className={`dot ${props.here ? 'dot-live [--hue:var(--color-good)]' : '[--hue:var(--color-line-strong)]'}`}
      />
      <p className="flex min-w-0 flex-1 items-baseline gap-2.5">
        <span className="display text-[14px] font-medium tracking-[0.03em] tabular-nums" title={props.wallet}>
          {shortAddress(props.wallet)}
        </span>
        {props.marks.length > 0 && (
          <span className="min-w-0 truncate text-[13px] text-muted">{props.marks.join(' · ')}</span>
        )}
        {props.typing && <span className="animate-pulse-soft text-[13px] text-cyan">typing</span>}
      </p>
      {props.action}
    </li>
  )
}
