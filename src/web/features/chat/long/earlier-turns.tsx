import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import * as texts from '../texts.tsx'

/** How far before an end of what is rendered becomes visible more turns are, so that scrolling never waits. */
const AHEAD = '900px 0px'

/** Calls `act` when the element comes near. A new observer after each step reports one that is still near. */
function useNear(list: RefObject<HTMLElement | null>, step: number, act: () => void) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(act)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `step` is what starts it anew
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && near(),
      { root: list.current, rootMargin: AHEAD },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [step, list])
  return end
}

export interface EndProps {
  list: RefObject<HTMLElement | null>
  /** Changes with what is rendered. */
  step: number
  onMore: () => void
}

/** Renders earlier turns when it comes near, or when its button is pressed. */
export function EarlierTurns({ list, step, onMore }: EndProps) {
  const end = useNear(list, step, onMore)
  return (
    <div ref={end} className="flex justify-center">
      <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={onMore}>
        {texts.earlierMessages}
      </Button>
    </div>
  )
}

/** Below the turns while later ones are not rendered: renders them when it comes near. */
export function LaterTurns({ list, step, onMore }: EndProps) {
  return <div ref={useNear(list, step, onMore)} aria-hidden="true" className="h-[150vh] flex-none" />
}
