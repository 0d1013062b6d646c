import { Dialog as Radix } from 'radix-ui'
import { type CSSProperties, type ReactNode, useRef } from 'react'

/** Spread on the dialog's content: turns off Radix's own handling of a press outside, which the backdrop replaces. */
export const besideBackdrop = {
  onPointerDownOutside: (event: Event) => event.preventDefault(),
}

/** Radix listens for a press outside only after a timer, which a busy browser runs late: early presses were lost. */
export function DialogBackdrop(props: {
  className: string
  style?: CSSProperties
  /** For a press that starts and ends on the backdrop itself. */
  onPress: () => void
  children: ReactNode
}) {
  const pressed = useRef(false)
  return (
    <Radix.Overlay
      className={props.className}
      style={props.style}
      onPointerDown={({ target, currentTarget, button }) => {
        pressed.current = target === currentTarget && button === 0 && !hasOpenMenu(currentTarget)
      }}
      onPointerUp={({ target, currentTarget }) => {
        if (target !== currentTarget) pressed.current = false
      }}
      onClick={({ target, currentTarget }) => {
        if (pressed.current && target === currentTarget) props.onPress()
        pressed.current = false
      }}
    >
      {props.children}
    </Radix.Overlay>
  )
}

/** A press outside of both then closes only the menu. */
function hasOpenMenu(backdrop: Element): boolean {
  return backdrop.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') !== null
}
