/** Section 2: shortens an address to its first and last four characters, which is what people compare. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}..${address.slice(-4)}`
}
