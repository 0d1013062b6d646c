import type { ReactNode } from 'react'
import { ArrowDownIcon } from './icons.tsx'

/** A line that unfolds what is below it. */
export function Unfold(props: {
  label: ReactNode
  /** Follows the label for screen readers, where several on a page have the same. */
  of?: string
  /** Additional classes of the line. */
  look?: string
  open?: boolean
  onToggle?: (open: boolean) => void
  className?: string
  children: ReactNode
}) {
  const { open, onToggle } = props
  return (
    <details
      open={open}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
      // A marked group would turn the arrows of those inside, too.
      className={props.className}
    >
      <summary
        className={`flex min-h-11 w-fit cursor-pointer list-none items-center gap-2.5 text-sm text-soft transition-colors hover:text-text [&::-webkit-details-marker]:hidden [details[open]>&>svg]:rotate-180 ${props.look ?? ''}`}
      >
        <ArrowDownIcon width={14} height={14} className="flex-none transition-transform duration-200" />
        <span>
          {props.label}
          {props.of !== undefined && <span className="sr-only"> {props.of}</span>}
        </span>
      </summary>
      {props.children}
    </details>
  )
}
