import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import * as texts from './texts.ts'

/** The next page is requested so far before the end is visible, so that scrolling rarely has to wait. */
const AHEAD = '600px'

/** Loads the next page when the end comes near, or by its button. After a failure only the button retries. */
export function LoadMore(props: { onLoad: () => void; loading: boolean; problem?: string | undefined }) {
  const end = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => {
    if (!props.loading && !props.problem) props.onLoad()
  })
  // A new observer after each page reports an end that is still visible after a short page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loading` is what starts it anew
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && load(),
      { rootMargin: AHEAD },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [props.loading])
  // The button goes with the last page: the focus goes on at what has come, which is there later in the same commit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is longer after each page
  useLayoutEffect(() => {
    const { current } = end
    const last = current?.previousElementSibling?.lastElementChild
    return () => {
      if (!current?.contains(document.activeElement)) return
      queueMicrotask(() => {
        const next = last?.nextElementSibling as HTMLElement | null | undefined
        if (!next) return
        next.tabIndex = -1
        next.focus()
      })
    }
  }, [props.loading])
  return (
    <div ref={end} className="grid justify-items-center gap-3 py-4">
      {props.problem && (
        <p role="alert" className="text-sm text-[#ff8ba0]">
          {props.problem}
        </p>
      )}
      <Button aria-disabled={props.loading} onClick={() => props.loading || props.onLoad()}>
        {props.loading ? texts.loadingMore : props.problem ? texts.tryAgain : texts.loadMore}
      </Button>
    </div>
  )
}
