/** A person's own data as a file. */
export interface ExportedFile {
  /** In any script, without the characters that file systems refuse. */
  filename: string
  contentType: string
  body: string
}

/** Names that mean a device on Windows. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Characters that file systems reserve, and characters that change the text direction. */
const refused = /[\\/:*?"<>|\p{Control}\u202a-\u202e\u2066-\u2069]/gu

/**
 * Makes a file name, without an extension, from a title.
 * @param otherwise the name to use if nothing of the title is left
 */
export function fileName(title: string, otherwise: string): string {
  const line = title.replace(refused, ' ').replace(/\s+/g, ' ')
  // Trims dots and spaces at both ends. A regular expression would search for them from every dot.
  const isOuter = (at: number) => line[at] === '.' || line[at] === ' '
  let from = 0
  let to = line.length
  while (isOuter(from)) from++
  while (to > from && isOuter(to - 1)) to--
  const name = line.slice(from, to)
  return name === '' || reserved.test(name) ? otherwise : name
}
