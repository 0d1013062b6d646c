import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from '../../../lib/router/router.tsx'
import { wasChosenHere } from './join-address.ts'

/** Scrolls to and focuses a realm that was chosen on this page, but not one opened by a link or by Back. */
export function useFocusWhenChosen<Target extends HTMLElement>() {
  const panel = useRef<HTMLElement>(null)
  const target = useRef<Target>(null)
  const { key, state } = useLocation()
  const type = useNavigationType()
  const show = useEffectEvent(() => {
    if (type === 'POP' || !wasChosenHere(state)) return
    panel.current?.scrollIntoView({ block: 'nearest' })
    target.current?.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each going to a realm counts, to the same one too
  useEffect(() => show(), [key])
  return { panel, target }
}
