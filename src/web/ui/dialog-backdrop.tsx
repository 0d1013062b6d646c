import { Dialog as Radix } from 'radix-ui'
import { type CSSProperties, type ReactNode, useRef } from 'react'

/** To be spread over the dialog's content: the backdrop alone says what a press beside it does. */
export const besideBackdrop = {
  onPointerDownOutside: (event: Event) => event.preventDefault(),
}

/**
 * What lies behind a dialog and closes it when it is pressed. Radix begins to listen for such a press in a timer, which
 * a busy browser runs a good while after the dialog is there; a press before that was lost.
 */
export function DialogBackdrop(props: {
  className: string
  style?: CSSProperties
  /** Called for a press that begins and ends on the backdrop itself. */
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

/** Whether a menu of the dialog is open: a press beside both closes the menu alone. */
function hasOpenMenu(backdrop: Element): boolean {
  return backdrop.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') !== null
}
