import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'

/** The form that makes a realm stands beside the list where there is room; elsewhere it is folded into a button above it. */
export function Unfolding({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-4.5 lg:sticky lg:top-[calc(var(--header-height)+18px)] lg:order-2">
      <Button
        className="sm:justify-self-start lg:hidden"
        aria-expanded={open}
        aria-controls="initialize-realm"
        onClick={() => setOpen(!open)}
      >
        <PlusIcon
          width={18}
          height={18}
          className={`transition-transform duration-200 ${open ? 'rotate-45' : ''}`}
        />
        {open ? 'Not now' : 'Initialize a realm'}
      </Button>
      <div id="initialize-realm" className={open ? 'max-lg:animate-rise' : 'max-lg:hidden'}>
        {children}
      </div>
    </div>
  )
}
