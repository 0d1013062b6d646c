import type { ReactNode, Ref } from 'react'
import { iconButton } from './icon-button.ts'

/** Something that can be done with one message. */
export function MessageAction(props: {
  ref?: Ref<HTMLButtonElement>
  label: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      ref={props.ref}
      type="button"
      aria-label={props.label}
      title={props.label}
      className={iconButton}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  )
}
