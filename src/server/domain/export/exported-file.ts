export interface ExportedFile {
  /** In any script, without the characters that file systems refuse. */
  filename: string
  contentType: string
  body: string
}

/** Device names on Windows. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Reserved by file systems, or changing the text direction. */
const refused = /[\\/:*?"<>|\p{Control}\u202a-\u202e\u2066-\u2069]/gu

/** A file name without extension; `otherwise` if nothing of the title is left. */
export function fileName(title: string, otherwise: string): string {
  const line = title.replace(refused, ' ').replace(/\s+/g, ' ')
  // A regular expression would search from every dot and space.
  const isOuter = (at: number) => line[at] === '.' || line[at] === ' '
  let from = 0
  let to = line.length
  while (isOuter(from)) from++
  while (to > from && isOuter(to - 1)) to--
  const name = line.slice(from, to)
  return name === '' || reserved.test(name) ? otherwise : name
}
