import { useEffect } from 'react'
import { goToMessage } from '../../../blocks/messages/go-to-message.ts'
import { useLocation, useNavigate } from '../../../lib/router/router.tsx'
import type { ConversationSession } from '../conversation/conversation-session.ts'

const messageId = /^#([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Goes to the message that the address names after its `#`, each time that a link leads there. */
export function useMessageOfAddress(session: ConversationSession): void {
  const { hash, key, search, state } = useLocation()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again goes there again
  useEffect(() => {
    const id = messageId.exec(hash)?.[1]
    if (id === undefined) return
    const forget = () => {
      // Not that of a screen that is being loaded meanwhile.
      if (window.location.hash === hash) navigate({ search }, { replace: true, state: state ?? undefined })
    }
    let end = () => {}
    // Once a dialog that had the link has given the focus back.
    const frame = requestAnimationFrame(() => {
      end = goOnce(session, () => goToMessage(id), forget)
    })
    return () => {
      cancelAnimationFrame(frame)
      end()
    }
  }, [hash, key])
}

/**
 * Goes to a message, and has its address forgotten once it is shown, or where it can't be, once the conversation has gone
 * on: a reload and Back would turn to its version again, and tell the server so. A shown one is the place that the page
 * remembers, so that a reload shows it, too.
 * @returns a function that ends that
 */
export function goOnce(
  session: Pick<ConversationSession, 'getState' | 'subscribe'>,
  go: () => Promise<boolean>,
  forget: () => void,
): () => void {
  const { activeLeaf } = session.getState()
  let isEnded = false
  let unsubscribe = () => {}
  const end = () => {
    isEnded = true
    unsubscribe()
  }
  const hasGoneOn = () => session.getState().activeLeaf !== activeLeaf
  const leave = () => {
    end()
    forget()
  }
  void go().then((isShown) => {
    if (isEnded) return
    if (isShown || hasGoneOn()) leave()
    else unsubscribe = session.subscribe(() => hasGoneOn() && leave())
  })
  return end
}
