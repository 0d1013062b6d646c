import { useLayoutEffect, useRef, useState } from 'react'
import { messageIn, type Place } from '../../../blocks/messages/reading-place.ts'
import type { Following } from '../../../blocks/messages/use-follow-newest.ts'
import type { Turn } from '../conversation/conversation.ts'
import { firstShown, oneStepEarlier, stillShown } from './turn-window.ts'

/**
 * The newest turns are rendered at first, earlier ones in steps.
 * @param comeBackTo called once after the first paint, because the server does not know the stored position
 */
export function useTurnWindow(options: {
  turns: readonly Turn[]
  list: { readonly current: HTMLElement | null }
  show: Following['show']
  comeBackTo: () => Place | undefined
}): { first: number; showEarlier: () => void } {
  const { turns, list, show, comeBackTo } = options
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

  useLayoutEffect(() => {
    const wantedPlace = place.current
    const message = wantedPlace && list.current && messageIn(list.current, wantedPlace.message)
    if (!message) return
    place.current = undefined
    show(message, wantedPlace.offset)
  })

  return { first, showEarlier: () => setWanted(oneStepEarlier(first)) }
}
