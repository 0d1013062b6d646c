import { useEffect } from 'react'
import { goToMessage } from '../../../blocks/messages/go-to-message.ts'
import { useLocation } from '../../../lib/router/router.tsx'

const messageId = /^#([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Goes to the message that the address names after its `#`, each time that a link leads there. */
export function useMessageOfAddress(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again goes there again
  useEffect(() => {
    const id = messageId.exec(hash)?.[1]
    if (id === undefined) return
    // Once a dialog that had the link has given the focus back.
    const frame = requestAnimationFrame(() => void goToMessage(id))
    return () => cancelAnimationFrame(frame)
  }, [hash, key])
}
