import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ArrowDownIcon } from '../../ui/icons.tsx'
import * as texts from '../texts.ts'

export function Floating({ edge, children }: { edge: 'top' | 'bottom'; children: ReactNode }) {
  const place = edge === 'top' ? 'top-3' : 'bottom-3'
  return (
    <div
      className={`pointer-events-none absolute inset-x-0 flex justify-center *:pointer-events-auto ${place}`}
    >
      {children}
    </div>
  )
}

/**
 * Hidden while something that is to be decided is in sight.
 * @param children shown after the label
 */
export function NewestButton({ onPress, children }: { onPress: () => void; children?: ReactNode }) {
  return (
    <Floating edge="bottom">
      <Button
        size="small"
        className="animate-fade bg-raised in-has-data-seen:hidden max-md:min-h-11"
        onClick={onPress}
      >
        <ArrowDownIcon width={16} height={16} />
        {texts.newest}
        {children}
      </Button>
    </Floating>
  )
}
