/** As PostgreSQL counts: by code point, whereas JavaScript counts UTF-16 units. */
export function countCharacters(text: string): number {
  let characters = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xdc00 && unit <= 0xdfff) characters--
  }
  return characters
}

/** UTF-16 units of a text's first characters, or of the whole text if it has no more. */
export function unitsOf(text: string, characters: number): number {
  let units = 0
  for (let left = characters; left > 0 && units < text.length; left--)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}
