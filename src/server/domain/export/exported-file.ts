/** Something of a person's own as a file. */
export interface ExportedFile {
  /** In any script, without what file systems refuse. */
  filename: string
  contentType: string
  body: string
}

/** Names that mean a device where they stand alone. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** What file systems keep for themselves, and what turns the reading direction of what follows. */
const refused = /[\\/:*?"<>|\p{Control}\u202a-\u202e\u2066-\u2069]/gu

/** A title as the name of a file, without an ending. @param otherwise what it is called where nothing of it can stay */
export function fileName(title: string, otherwise: string): string {
  const line = title.replace(refused, ' ').replace(/\s+/g, ' ')
  // Dots and spaces at either end; an expression would look for them from each dot on.
  const isOuter = (at: number) => line[at] === '.' || line[at] === ' '
  let from = 0
  let to = line.length
  while (isOuter(from)) from++
  while (to > from && isOuter(to - 1)) to--
  const name = line.slice(from, to)
  return name === '' || reserved.test(name) ? otherwise : name
}
