/** Section 2: an address as people compare it, its first and last four characters. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}..${address.slice(-4)}`
}
