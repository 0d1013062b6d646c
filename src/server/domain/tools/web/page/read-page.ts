import * as z from 'zod/mini'
import { programUrl } from '../../../../base/files.ts'
import type { Logger } from '../../../../base/log.ts'
import { decodeKnown, decodeRoughly } from '../../../knowledge/extract/decode-text.ts'
import type { Made } from '../../../sandbox/sandbox-process.ts'
import { SandboxWorker, type WorkerOptions } from '../../../sandbox/sandbox-worker.ts'
import { createSemaphore } from '../../../semaphore.ts'
import type { PageKind } from './page-limits.ts'

const PLACES = { inside: 1, waiting: 16, each: 4 }

const HEAP_MEGABYTES = 160

interface ReceivedPage {
  address: string
  /** The header `content-type`. */
  type: string
  bytes: Buffer
}

const pageSchema = z.object({ title: z.string(), text: z.string(), hidden: z.int() })
export type ReadPage = z.infer<typeof pageSchema>

/** Nothing of the page can be read. The message is a sentence for whoever asked. */
export class UnreadablePage extends Error {
  override name = 'UnreadablePage'
}

const textTypes =
  /^(?:text\/(?!html\b)[\w.+-]+|application\/(?:json|xml|yaml|toml|javascript|ld\+json|[\w.-]+\+(?:json|xml)))$/
const unsaid = ['', 'application/octet-stream', 'binary/octet-stream']
const htmlBeginning =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i

const charsetOf = (type: string) => /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type)?.[1]
const mediaType = (type: string) => type.split(';', 1).join().trim().toLowerCase()

/** Whether anything that says to be of this type may be received. */
export function isReadable(type: string): boolean {
  const named = mediaType(type)
  return (
    unsaid.includes(named) ||
    textTypes.test(named) ||
    ['text/html', 'application/xhtml+xml', 'application/pdf'].includes(named)
  )
}

/** Reads what strangers sent: all but texts of a known encoding in a process of its own, so that a crash ends nothing else. */
export class PageReader {
  readonly #semaphore = createSemaphore(PLACES, 'pages')
  readonly #worker: SandboxWorker
  readonly #log: Logger

  constructor({ log, ...options }: PageReaderOptions) {
    this.#log = log
    const entry = programUrl('domain/tools/web/page/page-child')
    this.#worker = new SandboxWorker({ entry, heapMegabytes: HEAP_MEGABYTES }, options)
  }

  /** @throws {UnreadablePage}, and {Failure} `rate_limited` while too many are waiting */
  async read(page: ReceivedPage, by?: string): Promise<ReadPage> {
    const { bytes } = page
    const named = mediaType(page.type)
    if (bytes.subarray(0, 1024).includes('%PDF-')) return this.#inProcess('pdf', page, by)
    const isHtml = named === 'text/html' || named === 'application/xhtml+xml'
    const roughly = isHtml ? null : decodeRoughly(bytes)
    if (isHtml || (roughly !== null && unsaid.includes(named) && htmlBeginning.test(roughly)))
      return this.#inProcess('html', page, by)
    if (named === 'application/pdf' || roughly === null)
      throw new UnreadablePage('What is at this address is neither a page nor a text.')
    const text = decodeKnown(bytes, charsetOf(page.type))
    // To guess an encoding takes tables and time, which this process has none for.
    return text === null ? this.#inProcess('text', page, by) : { title: '', text, hidden: 0 }
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  async #inProcess(kind: PageKind, { address, type, bytes }: ReceivedPage, by?: string) {
    const head = Buffer.from(`${JSON.stringify({ kind, address, charset: charsetOf(type) })}\n`)
    const made = await this.#semaphore(() => this.#worker.make(Buffer.concat([head, bytes])), by)
    return this.#settle(made)
  }

  #settle(made: Made): ReadPage {
    switch (made.is) {
      case 'made':
        return pageSchema.parse(JSON.parse(Buffer.from(made.bytes).toString()))
      case 'invalid':
      case 'too large':
        throw new UnreadablePage(made.words)
      case 'memory':
      case 'time':
      case 'crash':
        this.#log.warn({ limit: made.is }, 'a web page ended the process that read it')
        throw new UnreadablePage('This page takes too much to read.')
      default:
        return made satisfies never
    }
  }
}

type PageReaderOptions = WorkerOptions & { log: Logger }
