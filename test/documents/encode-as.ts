/** A text's bytes in an encoding of before UTF-8, by looking up which one or two bytes `TextDecoder` reads as each character. */
export function encodeAs(encoding: string, text: string): Buffer {
  const bytesOf = tableOf(encoding)
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = bytesOf.get(character)
      if (!bytes) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}

const tables = new Map<string, Map<string, Buffer>>()

function tableOf(encoding: string): Map<string, Buffer> {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, Buffer>()
  const decoder = new TextDecoder(encoding)
  const add = (bytes: Buffer) => {
    const character = decoder.decode(bytes)
    if ([...character].length === 1 && character !== '\ufffd' && !table.has(character))
      table.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) add(Buffer.from([byte]))
  for (let lead = 0x81; lead < 255; lead += 1)
    for (let trail = 0x40; trail < 255; trail += 1) add(Buffer.from([lead, trail]))
  tables.set(encoding, table)
  return table
}
