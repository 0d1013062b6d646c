const MOST = 99

/**
 * Undefined if there are none, or if the realm was never opened in this browser.
 * @param read the number of the newest message that was read
 */
export function newCount(lastMessage: number, read: number | undefined): string | undefined {
  if (read === undefined || lastMessage <= read) return undefined
  const count = lastMessage - read
  return count > MOST ? `${MOST}+` : String(count)
}
