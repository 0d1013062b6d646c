/** Shows a message of the open conversation. @returns whether it could be shown; the conversation says why not */
type Go = (messageId: string) => Promise<boolean>

const lists = new Set<Go>()

/**
 * Goes to a message of the conversation that is open, from anywhere in the page. What of it is not loaded is loaded
 * first. A dialog should be closed before, because the message takes the focus.
 * @returns whether it could be shown
 */
export async function goToMessage(messageId: string): Promise<boolean> {
  for (const go of [...lists].reverse()) if (await go(messageId)) return true
  return false
}

/** Lets a list be gone to. @returns a function that ends that */
export function offerMessages(go: Go): () => void {
  lists.add(go)
  return () => {
    lists.delete(go)
  }
}
