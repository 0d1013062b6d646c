import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

/** How far above the sight the next step upwards is made, so that scrolling never waits. */
const AHEAD = '900px'

/** The upper end of a conversation that is not shown whole: shows more when it comes near, and by a button for the keyboard. */
export function EarlierTurns(props: {
  list: RefObject<HTMLElement | null>
  first: number
  onMore: () => void
}) {
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(props.onMore)
  // Observing anew after each step reports an end that is still in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `first` is what starts it anew
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more(),
      { root: props.list.current, rootMargin: `${AHEAD} 0px 0px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [props.first, props.list])
  return (
    <div ref={end} className="flex justify-center">
      <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={props.onMore}>
        Earlier messages
      </Button>
    </div>
  )
}
