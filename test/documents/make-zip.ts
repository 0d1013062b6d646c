import { crc32, deflateRawSync } from 'node:zlib'

/** A file in a zip; `claimed` is how long it says that it is, where that is not so. */
export interface ZipFile {
  path: string
  content: Buffer | string
  claimed?: number
  /** Not packed, as the first file of an EPUB has to be. */
  isStored?: boolean
}

/** A zip file, which may lie about what is in it. */
export function makeZip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { path, content, claimed, isStored = false } of files) {
    const bytes = Buffer.from(content)
    const packed = isStored ? bytes : deflateRawSync(bytes, { level: 9 })
    const name = Buffer.from(path)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(isStored ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimed ?? bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), fields, rest, name]))
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}

/** A book of chapters, each of them HTML. */
export function makeEpub(chapters: readonly (string | null)[]): Buffer {
  const items = chapters.map(
    (_, index) => `<item id="c${index}" href="text/c${index}.xhtml" media-type="application/xhtml+xml"/>`,
  )
  const spine = chapters.map((_, index) => `<itemref idref="c${index}"/>`)
  return makeZip([
    { path: 'mimetype', content: 'application/epub+zip', isStored: true },
    {
      path: 'META-INF/container.xml',
      content:
        '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    },
    {
      path: 'OEBPS/book.opf',
      content: `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    },
    ...chapters.flatMap((chapter, index) =>
      chapter === null
        ? []
        : [
            {
              path: `OEBPS/text/c${index}.xhtml`,
              content: `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Book</title></head><body>${chapter}</body></html>`,
            },
          ],
    ),
  ])
}
