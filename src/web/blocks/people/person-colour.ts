/**
 * Returns a stable colour for a person: the hue is derived from the address, and it is light enough to read on the
 * background.
 */
export function personColour(address: string): string {
  let hue = 0
  for (const character of address) hue = (hue * 31 + character.charCodeAt(0)) % 360
  return `oklch(0.8 0.11 ${hue})`
}
