import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import * as realmTexts from '../texts.ts'
import * as texts from './texts.ts'

/** How far before the upper end becomes visible the earlier page is requested, so that scrolling rarely waits. */
const AHEAD = '400px'

/** Loads when it comes near, or when its button is pressed. After a failure only the button retries. */
export function EarlierMessages(props: { load: () => void; loading: boolean; problem: string | undefined }) {
  const start = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => {
    if (!props.loading && !props.problem) props.load()
  })
  // A new observer after each page reports a beginning that is still visible after a short page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loading` is what starts it anew
  useEffect(() => {
    if (!start.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && load(),
      { root: start.current.closest('[role="log"]'), rootMargin: `${AHEAD} 0px 0px` },
    )
    observer.observe(start.current)
    return () => observer.disconnect()
  }, [props.loading])
  return (
    <div ref={start} className="grid justify-items-center gap-3 pb-6">
      {props.problem && (
        <p role="alert" className="text-sm text-[#ff8ba0]">
          {props.problem}
        </p>
      )}
      <Button
        tone="quiet"
        size="small"
        className="max-md:min-h-11"
        aria-disabled={props.loading}
        onClick={() => props.loading || props.load()}
      >
        {props.loading ? texts.loadingEarlier : props.problem ? realmTexts.tryAgain : texts.earlier}
      </Button>
    </div>
  )
}
