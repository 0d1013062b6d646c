import { Dialog as Radix } from 'radix-ui'
import { type CSSProperties, type ReactNode, useRef } from 'react'

/**
 * Props to spread on the dialog's content: they turn off Radix's own handling of a press outside, which the backdrop
 * replaces.
 */
export const besideBackdrop = {
  onPointerDownOutside: (event: Event) => event.preventDefault(),
}

/**
 * The backdrop of a dialog, which closes it when pressed. Radix attaches its own listener for such a press in a timer,
 * which a busy browser can run long after the dialog opened; earlier presses were lost.
 */
export function DialogBackdrop(props: {
  className: string
  style?: CSSProperties
  /** Called for a press that starts and ends on the backdrop itself. */
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

/** Whether a menu of the dialog is open: a press outside of both then closes only the menu. */
function hasOpenMenu(backdrop: Element): boolean {
  return backdrop.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') !== null
}
