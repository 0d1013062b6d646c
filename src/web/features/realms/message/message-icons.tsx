/** On devices with hover, a message's button is shown while the message is hovered or has the focus. */
export const quiet =
  'group-focus-within/message:opacity-100 group-hover/message:opacity-100 data-[state=open]:text-text data-[state=open]:opacity-100 [@media(hover:hover)]:opacity-0'

export function MoreIcon() {
  return (
    <svg aria-hidden="true" width="18" height="18" viewBox="0 0 24 24" fill="currentColor">
      <circle cx="5.5" cy="12" r="1.6" />
      <circle cx="12" cy="12" r="1.6" />
      <circle cx="18.5" cy="12" r="1.6" />
    </svg>
  )
}

export function ReplyIcon() {
  return (
    <svg
      aria-hidden="true"
      width="17"
      height="17"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M9.5 6L4 11.5 9.5 17M4 11.5h10c4 0 6 2.2 6 6.5" />
    </svg>
  )
}
