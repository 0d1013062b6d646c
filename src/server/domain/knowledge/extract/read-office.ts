import { DOMParser } from 'linkedom'
import mammoth from 'mammoth'
import { decodeHtml } from './decode-text.ts'
import { extractLimits, type ReadDocument, Unreadable } from './document.ts'
import { parsePage } from './parse-page.ts'
import { htmlBlocks } from './read-html.ts'
import { unzip } from './unzip.ts'

/** Tracked changes are read as accepted; each note stands behind its paragraph. */
export const readDocx: ReadDocument = async (bytes, output) => {
  // The library unpacks without limit, so the size is checked here first.
  const files = await unzip(bytes, () => true)
  if (!files.has('word/document.xml'))
    throw new Unreadable('The file is not a Word document, or its text is missing.')
  files.clear()
  let html: string
  try {
    const result = await mammoth.convertToHtml(
      { buffer: bytes },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
    )
    html = result.value
  } catch {
    throw new Unreadable('The Word document is damaged, and its text can not be read.')
  }
  if (html.length > extractLimits.htmlBytes * 2)
    throw new Unreadable('The Word document is too long to be read.')
  for (const block of htmlBlocks(html, { hasNotes: true })) output.add(block)
  return null
}

const locked = () => new Unreadable('This book is locked by its seller (DRM), and can not be read.')

/** Chapters in the order of the spine. If one can't be read, the others still are. */
export const readEpub: ReadDocument = async (bytes, output) => {
  const files = await unzip(bytes, (path) => /\.(?:x?html?|xml|opf|ncx)$/i.test(path))
  if (files.has('META-INF/rights.xml')) throw locked()
  const container = await xml(files.get('META-INF/container.xml'))
  const packagePath = named(container, 'rootfile')[0]?.getAttribute('full-path') ?? ''
  const book = await xml(files.get(packagePath))
  const folder = packagePath.slice(0, packagePath.lastIndexOf('/') + 1)
  const paths = new Map<string, string>()
  for (const item of named(book, 'item')) paths.set(item.getAttribute('id') ?? '', hrefOf(item))
  const spine = named(book, 'itemref')
  if (spine.length === 0) throw new Unreadable('The book is damaged: it does not say which chapters it has.')
  if (spine.length > extractLimits.pages)
    output.note(
      `Only the first ${extractLimits.pages.toLocaleString('en-US')} of its ${spine.length.toLocaleString('en-US')} parts were read.`,
    )
  for (const [index, item] of spine.slice(0, extractLimits.pages).entries()) {
    const href = paths.get(item.getAttribute('idref') ?? '') ?? ''
    const path = pathOf(folder, href)
    const file = files.get(decodePath(path)) ?? files.get(path) ?? files.get(decodePath(folder + href))
    if (!file || file.length > extractLimits.htmlBytes)
      output.note(
        file
          ? `Part ${index + 1} of the book is too long to be read.`
          : `Part ${index + 1} of the book is missing or damaged.`,
      )
    else for (const block of htmlBlocks(await decodeHtml(file))) output.add(block)
    output.progress(index + 1, spine.length)
    await output.sent()
  }
  return null
}

/** The parser leaves references to characters, such as `&amp;`, in attributes of XML. */
const hrefOf = (item: { getAttribute(name: string): string | null }) =>
  parsePage(item.getAttribute('href') ?? '').body.textContent ?? ''

/** Where an address within the book leads from its folder, in which other letters than those of addresses are numbers. */
const pathOf = (folder: string, href: string) =>
  URL.parse(`${folder}${href}`, 'zip:/')?.pathname.slice(1) ?? ''

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The elements of that name, whichever prefix a book gives to its namespace. */
const named = (document: Awaited<ReturnType<typeof xml>>, name: string) =>
  [...document.querySelectorAll('*')].filter(({ tagName }) => tagName.split(':').at(-1) === name)

async function xml(bytes: Buffer | undefined) {
  if (!bytes) throw new Unreadable('The book is damaged: the list of its chapters is missing.')
  return new DOMParser().parseFromString(await decodeHtml(bytes), 'text/xml')
}
