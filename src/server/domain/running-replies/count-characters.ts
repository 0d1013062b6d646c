/** The length of a text as PostgreSQL counts it: by code point, where JavaScript counts UTF-16 units. */
export function countCharacters(text: string): number {
  let characters = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xdc00 && unit <= 0xdfff) characters--
  }
  return characters
}
