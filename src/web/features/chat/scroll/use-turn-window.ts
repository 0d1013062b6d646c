import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { messageIn, type Place } from '../../../blocks/messages/reading-place.ts'
import type { Following } from '../../../blocks/messages/use-follow-newest.ts'
import type { Turn } from '../conversation/conversation.ts'
import { endShown, firstShown, oneStepEarlier, oneStepLater, stillShown } from './turn-window.ts'

export interface TurnWindow {
  /** The turns from the first one up to the last one, which is not among them, are rendered. */
  first: number
  last: number
  /** The stored position, if it is in turns that are not loaded. */
  farAbove: Place | undefined
  showEarlier: () => void
  showLater: () => void
  showNewest: () => void
  /** @returns false if the message is not loaded */
  goTo: (place: Place) => boolean
}

/**
 * The newest turns are rendered at first, earlier ones in steps, and the latest no more when there are too many.
 * @param before how many turns of the path are before these; as earlier ones are loaded, what is shown stays
 * @param comeBackTo called once after the first paint, because the server does not know the stored position
 */
export function useTurnWindow(options: {
  turns: readonly Turn[]
  before: number
  list: { readonly current: HTMLElement | null }
  show: Following['show']
  comeBackTo: () => Place | undefined
}): TurnWindow {
  const { turns, before, list, show, comeBackTo } = options
  const lengthOf = (turn: number) => charactersOf(turns[turn])
  const [wanted, setWanted] = useState(() => before + firstShown(turns.length, lengthOf))
  const place = useRef<Place>(undefined)
  const [end, setEnd] = useState<number | null>(null)
  const [, setGone] = useState(0)
  const [farAbove, setFarAbove] = useState<Place>()
  const first = stillShown(Math.max(0, wanted - before), turns.length, lengthOf)
  const last = end === null || end - before <= first ? turns.length : Math.min(turns.length, end - before)
  const showFrom = (next: number, ended = endShown(next, turns.length)) => {
    setWanted(before + next)
    setEnd(ended === null ? null : before + ended)
  }
  const turnOf = (message: string) =>
    turns.findIndex(({ question, reply }) => question.id === message || reply?.id === message)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; from here on the reader moves
  useLayoutEffect(() => {
    place.current = comeBackTo()
    const { message } = place.current ?? {}
    if (message === undefined) return
    const reading = turnOf(message)
    if (reading < 0) {
      if (before > 0) setFarAbove(place.current)
      place.current = undefined
    } else showFrom(firstShown(turns.length, lengthOf, reading))
  }, [])

  useShownPlace(place, { list, show })

  const goTo = (wantedPlace: Place) => {
    const reading = turnOf(wantedPlace.message)
    if (reading < 0) return false
    place.current = wantedPlace
    showFrom(reading < first || reading >= last ? firstShown(turns.length, lengthOf, reading) : first)
    // The place is looked for with the next rendering, even if the turn is rendered already.
    setGone((times) => times + 1)
    return true
  }
  return {
    first,
    last,
    farAbove,
    showEarlier: () => showFrom(oneStepEarlier(first, lengthOf)),
    showLater: () => {
      const next = oneStepLater({ first, end: last }, turns.length)
      showFrom(next.first, next.end)
    },
    showNewest: () => showFrom(firstShown(turns.length, lengthOf)),
    goTo,
  }
}

const charactersOf = (turn?: Turn) =>
  (turn?.question?.content.length ?? 0) + (turn?.reply?.content.length ?? 0)

/** Shows a place as soon as its message is rendered. */
function useShownPlace(
  place: RefObject<Place | undefined>,
  { list, show }: { list: { readonly current: HTMLElement | null }; show: Following['show'] },
): void {
  useLayoutEffect(() => {
    const wanted = place.current
    const message = wanted && list.current && messageIn(list.current, wanted.message)
    if (!message) return
    place.current = undefined
    show(message, wanted.offset)
  })
}
