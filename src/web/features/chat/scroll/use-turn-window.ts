import { useLayoutEffect, useRef, useState } from 'react'
import type { Turn } from '../conversation/conversation.ts'
import { messageIn, type Place } from './reading-place.ts'
import { firstShown, oneStepEarlier, stillShown } from './turn-window.ts'
import type { Following } from './use-follow-newest.ts'

/**
 * Which turns of a long conversation are shown: the newest at first, earlier ones in steps upwards, and from the start
 * as far back as the place that the reader comes back to.
 * @param comeBackTo read once, after the first paint, which the server can't know
 */
export function useTurnWindow(options: {
  turns: readonly Turn[]
  list: { readonly current: HTMLElement | null }
  follow: Pick<Following, 'stayAt' | 'settle'>
  comeBackTo: () => Place | undefined
}): { first: number; showEarlier: () => void } {
  const { turns, list, follow, comeBackTo } = options
  const [wanted, setWanted] = useState(() => firstShown(turns.length))
  const place = useRef<Place>(undefined)
  const first = stillShown(wanted, turns.length)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; from here on the reader moves
  useLayoutEffect(() => {
    place.current = comeBackTo()
    const { message } = place.current ?? {}
    if (message === undefined) return
    const reading = turns.findIndex(({ question, reply }) => question.id === message || reply?.id === message)
    if (reading < 0) place.current = undefined
    else setWanted(firstShown(turns.length, reading))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: turns came in at the beginning
  useLayoutEffect(() => {
    follow.settle()
  }, [first, follow.settle])

  useLayoutEffect(() => {
    const wantedPlace = place.current
    const message = wantedPlace && list.current && messageIn(list.current, wantedPlace.message)
    if (!message) return
    place.current = undefined
    follow.stayAt(message, wantedPlace.offset)
  })

  return { first, showEarlier: () => setWanted(oneStepEarlier(first)) }
}
