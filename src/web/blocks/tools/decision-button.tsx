import type { ComponentProps } from 'react'
import type { Decision } from '../../../shared/tools/decisions.ts'
import { Button } from '../../ui/button.tsx'
import type { DecisionState } from './use-decision.ts'

/** It keeps the focus while it can't be pressed. */
export function DecisionButton(
  props: { of: DecisionState; decision: Decision } & Pick<ComponentProps<typeof Button>, 'tone' | 'children'>,
) {
  const { of, decision, ...button } = props
  return (
    <Button
      {...button}
      aria-disabled={!of.canDecide}
      className={of.canDecide ? '' : 'opacity-50'}
      onClick={() => of.decide(decision)}
    />
  )
}
