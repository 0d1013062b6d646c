import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../../lib/http/api.ts'
import { Button } from '../../../ui/button.tsx'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import { loadEarlier } from './load-earlier.ts'
import * as texts from './texts.ts'

/** How far before the upper end becomes visible earlier turns are shown, so that scrolling rarely waits. */
const AHEAD = '900px'

/**
 * Above the turns of a long conversation: says how many messages are before them, and shows them when it comes near or
 * is pressed. Those that are loaded already are shown first; then the page before is loaded.
 */
export function EarlierRow(props: {
  session: ConversationSession
  list: RefObject<HTMLElement | null>
  /** How many messages are not loaded, and how many turns are loaded but not shown. */
  earlier: number
  hidden: number
  onShow: () => void
}) {
  const { session, earlier, hidden, onShow } = props
  const { state, load } = useLoading(session)
  const more = () => (hidden > 0 ? onShow() : load())
  // After a failure only the button tries again.
  const end = useNear(props.list, `${earlier} ${hidden}`, () => (hidden > 0 || state === 'idle') && more())
  const isLoading = hidden === 0 && state === 'loading'
  const hasFailed = hidden === 0 && state === 'failed'
  return (
    <div ref={end} aria-busy={isLoading} className="flex flex-col gap-6">
      <div className="flex flex-col items-center gap-2">
        {hasFailed && (
          <p role="alert" className="text-center text-sm text-[#ff8ba0]">
            {texts.earlierNotLoaded}
          </p>
        )}
        <Button
          tone="quiet"
          size="small"
          className="max-md:min-h-11"
          aria-disabled={isLoading}
          onClick={more}
        >
          {hasFailed ? texts.tryAgain : texts.earlier(earlier + 2 * hidden)}
        </Button>
        <p role="status" className="sr-only">
          {isLoading ? texts.loadingEarlier : ''}
        </p>
      </div>
      {isLoading && <TurnSkeleton />}
    </div>
  )
}

function useLoading(session: ConversationSession) {
  const api = useApi()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const load = () => {
    if (state === 'loading') return
    setState('loading')
    loadEarlier(session, api).then(
      () => setState('idle'),
      () => setState('failed'),
    )
  }
  return { state, load }
}

/** Calls `act` when the element comes near, and after each step of `progress` if it is still near. */
function useNear(list: RefObject<HTMLElement | null>, progress: string, act: () => void) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(act)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports an end that is still near
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && near(),
      { root: list.current, rootMargin: `${AHEAD} 0px 0px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [progress, list])
  return end
}

/** In the shape of a question and its reply. */
function TurnSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-6">
      <div className="skeleton h-18 w-[46%] self-end rounded-[14px_14px_3px_14px]" />
      <div className="grid w-[72%] gap-2.5 border-l-2 border-magenta/40 py-1 pl-5">
        <div className="skeleton h-4" />
        <div className="skeleton h-4 w-[92%]" />
        <div className="skeleton h-4 w-[58%]" />
      </div>
    </div>
  )
}
