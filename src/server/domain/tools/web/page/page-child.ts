import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import { cutText, toPlainText } from '../../../../../shared/text/plain-text.ts'
import { decodeHtml, decodeText } from '../../../knowledge/extract/decode-text.ts'
import { Enough, type Output, Unreadable } from '../../../knowledge/extract/document.ts'
import type { Block } from '../../../knowledge/passages/cut-passages.ts'
import { Refused, serveWork } from '../../../sandbox/sandbox-child.ts'
import { pageKinds, pageLimits } from './page-limits.ts'
import type { ReadablePage } from './readable-html.ts'

/** The process that reads pages of strangers: it receives one line about it and its bytes, and returns its text. */

const headSchema = z.object({
  kind: z.enum(pageKinds),
  address: z.string(),
  charset: z.optional(z.string()),
})
type Head = z.infer<typeof headSchema>

class TextOutput implements Output {
  readonly paragraphs: string[] = []
  #length = 0
  #page: number | undefined

  add({ text, page }: Block): void {
    if (page !== undefined && page !== this.#page) this.paragraphs.push(`[page ${page}]`)
    this.#page = page
    this.paragraphs.push(text)
    this.#length += text.length
    if (this.#length > pageLimits.textCharacters) throw new Enough()
  }

  note(sentence: string): void {
    this.paragraphs.push(`[${sentence}]`)
  }

  progress(): void {}

  async sent(): Promise<void> {
    await setImmediate()
  }
}

async function readPdf(bytes: Buffer): Promise<ReadablePage> {
  const output = new TextOutput()
  try {
    await (await import('../../../knowledge/extract/read-pdf.ts')).readPdf(bytes, output)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return { title: '', text: output.paragraphs.join('\n\n'), hidden: 0 }
}

async function readHtml(bytes: Buffer, { address, charset }: Head): Promise<ReadablePage> {
  const html = await decodeHtml(bytes, charset)
  return (await import('./readable-html.ts')).readableHtml(html, address)
}

async function readText(bytes: Buffer, { charset }: Head): Promise<ReadablePage> {
  return { title: '', text: (await decodeText(bytes, charset)) ?? '', hidden: 0 }
}

function readKind(bytes: Buffer, head: Head): Promise<ReadablePage> {
  switch (head.kind) {
    case 'pdf':
      return readPdf(bytes)
    case 'html':
      return readHtml(bytes, head)
    case 'text':
      return readText(bytes, head)
    default:
      return head.kind satisfies never
  }
}

async function read(input: Buffer): Promise<ReadablePage> {
  const lineEnd = input.indexOf('\n')
  const head = headSchema.parse(JSON.parse(input.subarray(0, lineEnd).toString()))
  const bytes = input.subarray(lineEnd + 1)
  try {
    const page = await readKind(bytes, head)
    const text = toPlainText(cutText(page.text, pageLimits.textCharacters))
    return { ...page, title: toPlainText(cutText(page.title, pageLimits.titleCharacters)), text }
  } catch (error) {
    if (error instanceof Unreadable) throw new Refused('invalid', error.message)
    throw new Refused('invalid', 'This page is damaged, and can not be read.')
  }
}

serveWork(pageLimits.bytes + pageLimits.headBytes, async (input) =>
  Buffer.from(JSON.stringify(await read(input))),
)
