/** Section 2: the first and last four characters are what people compare. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}..${address.slice(-4)}`
}
