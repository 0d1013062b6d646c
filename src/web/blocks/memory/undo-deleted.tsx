import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import * as texts from './texts.ts'
import { useUndoTime } from './use-deleted-facts.ts'

/** In the place of what was deleted, as long as it can be brought back. */
export function Undo(props: { text: ReactNode; onUndo: () => Promise<void>; onOver: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useUndoTime(props.onOver)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <div className="flex animate-fade items-center justify-between gap-4">
      <p role="status" className="line-clamp-2 min-w-0 text-sm wrap-anywhere text-muted">
        {props.text}
      </p>
      <Button
        ref={button}
        size="small"
        className="flex-none max-md:min-h-11"
        onClick={() => void props.onUndo()}
      >
        {texts.undo}
      </Button>
    </div>
  )
}
