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
  const name = title
    .replace(refused, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return name === '' || reserved.test(name) ? otherwise : name
}
