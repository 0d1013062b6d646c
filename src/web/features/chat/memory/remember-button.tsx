import { useRef } from 'react'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import * as texts from './texts.ts'

/** Opens what lets the agent remember a message, or what is selected of it. */
export default function RememberButton(props: {
  messageId: string
  words: string
  onRemember: (messageId: string, words: string) => void
}) {
  const { messageId, words, onRemember } = props
  const selected = useRef('')
  const look = () => {
    selected.current = selectedIn(document.querySelector(`[data-message="${messageId}"]`))
  }
  return (
    <IconButton
      label={texts.rememberThis}
      aria-haspopup="dialog"
      // Some browsers drop the selection with the press.
      onPointerDown={look}
      onClick={() => {
        const chosen = selected.current || words
        selected.current = ''
        onRemember(messageId, chosen)
      }}
      onKeyDown={look}
    >
      <BookmarkIcon />
    </IconButton>
  )
}

/** What is selected within an element; empty for nothing, or if the selection goes beyond it. */
function selectedIn(element: Element | null | undefined): string {
  const selection = element?.ownerDocument.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return ''
  return element?.contains(selection.getRangeAt(0).commonAncestorContainer) ? selection.toString() : ''
}

const BookmarkIcon = () => (
  <Icon width={15} height={15}>
    <path d="M7 4.5h10v15.5l-5-3.8-5 3.8z" />
  </Icon>
)
