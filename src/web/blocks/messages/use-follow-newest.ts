import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { FollowedList } from './followed-list.ts'

export interface Following extends Pick<FollowedList, 'toNewest' | 'stay' | 'show'> {
  following: boolean
}

/**
 * Keeps a list at its newest entry, gliding there as the content grows. If the viewer has scrolled up, the visible line
 * stays in place instead, until the viewer scrolls back or calls `toNewest`. The list may be laid out from its
 * beginning, or from its end (`flex-col-reverse`), so that it is at its newest entry before any script runs. Its
 * entries have `data-group`, each message `data-message`, and the part of it that may be anchored `data-words`. It
 * needs `overflow-anchor: none`: the browser's scroll anchoring would adjust the position a second time.
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
