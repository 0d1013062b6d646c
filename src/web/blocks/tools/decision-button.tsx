import type { ComponentProps, ReactNode } from 'react'
import type { Decision } from '../../../shared/tools/decisions.ts'
import { Button } from '../../ui/button.tsx'
import type { DecisionState } from './use-decision.ts'

/** It keeps the focus while it can't be pressed. */
export function DecisionButton(
  props: { of: DecisionState; decision: Decision } & Pick<ComponentProps<typeof Button>, 'tone' | 'children'>,
) {
  const { of, decision, ...button } = props
  return <Button {...button} aria-disabled={!of.canDecide} onClick={() => of.decide(decision)} />
}

/** The answers to a call, in sight while its card is taller than the room: a form around them must be `contents`. */
export function DecisionRow({ children }: { children: ReactNode }) {
  return (
    <div className="bottom-0 -mx-3 -my-2 flex flex-wrap gap-3 bg-ground [background-image:linear-gradient(var(--color-panel),var(--color-panel))] px-3 py-2 max-sm:*:grow max-sm:*:px-2 [@media(height>=560px)]:sticky">
      {children}
    </div>
  )
}
