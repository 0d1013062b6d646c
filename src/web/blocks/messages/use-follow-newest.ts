import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { FollowedList } from './followed-list.ts'

export interface Following extends Pick<FollowedList, 'toNewest' | 'stay' | 'show'> {
  following: boolean
}

/**
 * Keeps a scrolling list of messages at its newest entry: it glides there whenever the content grows, unless the
 * viewer has scrolled up. In that case the visible line stays in place, whatever is added, grows or shrinks around it,
 * until the viewer scrolls back or calls `toNewest`.
 *
 * The list may be laid out from its beginning, or from its end (`flex-col-reverse`), so that it is at its newest entry
 * before any script runs. Its entries are in elements with `data-group`, each message has `data-message`, and the part
 * of it that may be anchored has `data-words`. The list needs `overflow-anchor: none`, because the browser's own
 * scroll anchoring would adjust the position a second time.
 */
export function useFollowNewest(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): Following {
  const [following, setFollowing] = useState(true)
  const followed = useRef<FollowedList>(null)

  useLayoutEffect(() => {
    if (!scroller.current || !content.current) return
    const list = new FollowedList(scroller.current, content.current, setFollowing)
    followed.current = list
    return () => list.close()
  }, [scroller, content])

  return {
    following,
    toNewest: useCallback(() => followed.current?.toNewest(), []),
    stay: useCallback(() => followed.current?.stay(), []),
    show: useCallback((element, offset) => followed.current?.show(element, offset), []),
  }
}
