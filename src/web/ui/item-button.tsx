import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'ref' | 'tone' | 'className' | 'aria-haspopup'> & {
  /** Which item it belongs to, for those who do not see that. */
  of: string
  icon?: ReactNode
  /** While it is, presses do nothing. */
  busy?: boolean
  onClick: () => void
  children: ReactNode
}

/** A small button of an item in a list. */
export function ItemButton({ of, icon, busy = false, onClick, className = '', children, ...props }: Props) {
  return (
    <Button
      {...props}
      size="small"
      className={`max-md:min-h-11 ${className}`}
      aria-disabled={busy}
      onClick={() => busy || onClick()}
    >
      {icon}
      <span>
        {children} <span className="sr-only">{of}</span>
      </span>
    </Button>
  )
}
