import { type RefObject, useEffect } from 'react'
import { type Place, placeIn } from '../../../blocks/messages/reading-place.ts'
import { checkedBy, persistedById, thisTab } from '../../../blocks/saved-draft/persisted.ts'

const REST_MS = 200

/** The stored scroll positions by conversation; no entry means the newest message. */
const places = persistedById(
  'chatPlaces',
  checkedBy(
    (value): value is Place =>
      typeof value === 'object' &&
      value !== null &&
      typeof (value as Place).message === 'string' &&
      Number.isFinite((value as Place).offset),
  ),
  { ...thisTab, most: 50 },
)

export function rememberedPlace(conversation: string): Place | undefined {
  return places.recall(conversation)
}

/** Stores the scroll position of a conversation, across navigation and reloads. */
export function usePlaceMemory(options: {
  /** Null stores nothing. */
  conversation: string | null
  scroller: RefObject<HTMLElement | null>
  following: boolean
}): void {
  const { conversation, scroller, following } = options
  useEffect(() => {
    const list = scroller.current
    if (!list || conversation === null) return
    if (following) {
      places.remember(conversation, null)
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let place = placeIn(list)
    const write = () => {
      clearTimeout(timer)
      timer = undefined
      places.remember(conversation, place)
    }
    const onScroll = () => {
      place = placeIn(list)
      timer ??= setTimeout(write, REST_MS)
    }
    write()
    list.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('pagehide', write)
    return () => {
      write()
      list.removeEventListener('scroll', onScroll)
      window.removeEventListener('pagehide', write)
    }
  }, [conversation, scroller, following])
}
