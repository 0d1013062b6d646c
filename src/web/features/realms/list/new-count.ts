const MOST = 99

/**
 * The number of messages since this browser last read a realm, for its card; undefined if there are none, or if the
 * realm was never opened here.
 * @param read the number of the newest message that was read
 */
export function newCount(lastMessage: number, read: number | undefined): string | undefined {
  if (read === undefined || lastMessage <= read) return undefined
  const count = lastMessage - read
  return count > MOST ? `${MOST}+` : String(count)
}
