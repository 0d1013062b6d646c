/** The most that a mark counts; beyond it the figure says nothing that matters. */
const MOST = 99

/**
 * How much was said in a realm since this browser last read there, as its card marks it; undefined where nothing was, or
 * where it was never opened here.
 * @param read the number of the newest message that was read
 */
export function newCount(lastMessage: number, read: number | undefined): string | undefined {
  if (read === undefined || lastMessage <= read) return undefined
  const count = lastMessage - read
  return count > MOST ? `${MOST}+` : String(count)
}
