import type { IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import { type GetOptions, guardedGet, Unavailable } from '../../../base/network/guarded-get.ts'
import { NotPublic, Unresolved } from '../../../base/network/network.ts'
import { Failure } from '../../failure.ts'
import { defineTool, failed } from '../own/define-tool.ts'
import type { CallContext, Tool, ToolOutcome } from '../tool.ts'
import { pageLimits } from './page/page-limits.ts'
import { isReadable, type PageReader, type ReadPage, UnreadablePage } from './page/read-page.ts'
import { isWritten } from './written-addresses.ts'

interface WebPageOptions extends Required<Pick<GetOptions, 'network' | 'ownHosts' | 'ranges'>> {
  reader: Pick<PageReader, 'read'>
  /** Counts a page for a wallet, or for all visitors together (null). @throws {Failure} `rate_limited` */
  takeFetch: (wallet: string | null) => Promise<void>
  times?: GetOptions['times']
}

/** They reveal nothing about the person. */
const headers = {
  accept:
    'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.9,application/pdf;q=0.8,*/*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': 'Bionic',
}

const schema = z.object({
  url: z
    .string('“url” is a text.')
    .check(z.trim(), z.maxLength(2_048, 'An address has at most 2,048 characters.')),
})

/**
 * Reads a page of the web. Asking for an address tells its host whatever is in it, so it is a way out: it acts, and is
 * free only for what a person wrote or a shown citation carries.
 */
export function webPageTool(options: WebPageOptions): Tool {
  const tool = defineTool({
    name: 'web_page',
    description: [
      'Reads a web page, a PDF or another text from the web, and gives its text with the addresses of its links.',
      'No program of the page is run, nothing is sent to it but its address, and what needs a sign-in can’t be read.',
      'Addresses that the person wrote are read at once; for others the person is asked first.',
    ].join(' '),
    parameters: {
      type: 'object',
      properties: {
        url: { type: 'string', description: 'The whole address, such as https://example.com/page' },
      },
      required: ['url'],
      additionalProperties: false,
    },
    schema,
    kind: 'acts',
    marks: { untrusted: true, private: false },
    run: ({ url }, context, signal) => readPage(url, context, { ...options, signal }),
  })
  return {
    ...tool,
    isFree: ({ url }, { written, cited }) => typeof url === 'string' && isWritten(url.trim(), written, cited),
  }
}

async function readPage(
  address: string,
  { asker, log }: CallContext,
  { reader, takeFetch, ...options }: WebPageOptions & { signal: AbortSignal },
): Promise<ToolOutcome> {
  const wanted = URL.parse(address)
  if (!wanted) return failed('This is not a whole address, such as https://example.com/page.')
  try {
    await takeFetch(asker.wallet)
    const got = await guardedGet(wanted, {
      ...options,
      ...{ headers, maxBytes: pageLimits.bytes, allowsPlain: true, admit },
    })
    const type = got.headers['content-type'] ?? ''
    const page = await reader.read(
      { address: got.url.href, type, bytes: got.bytes },
      asker.wallet ?? undefined,
    )
    return { kind: 'done', text: told(page, wanted, got.url) }
  } catch (error) {
    const why = reasonOf(error)
    if (why === null) throw error
    log.debug({ err: error }, 'a web page was not read')
    return failed(why)
  }
}

function admit({ statusCode = 0, headers: said }: IncomingMessage): void {
  if (statusCode !== 200) throw new Unavailable(`it answers ${statusCode}`)
  if (!isReadable(said['content-type'] ?? '')) throw new Unavailable('it is neither a page nor a text')
}

/** Null for what is not foreseen. What the system says about a connection stays here. */
function reasonOf(error: unknown): string | null {
  if (error instanceof NotPublic) return `This address is not asked: ${error.message}.`
  if (error instanceof Unavailable) {
    const { cause, message } = error
    return `This page could not be read: ${cause instanceof Unresolved ? cause.message : message}.`
  }
  if (error instanceof UnreadablePage || (error instanceof Failure && error.code === 'rate_limited'))
    return error.message
  return null
}

function told({ title, text, hidden }: ReadPage, wanted: URL, url: URL): string {
  const head = [
    ...(title === '' ? [] : [`Title: ${title}`]),
    ...(url.href === wanted.href ? [] : [`Address that it was read from: ${url.href}`]),
    ...(hidden === 0 ? [] : [`Hidden on the page, and left out: ${hidden} of its elements`]),
  ]
  const body = text.trim() === '' ? 'There is no text on this page that a person would see.' : text
  return [...(head.length === 0 ? [] : [head.join('\n')]), body].join('\n\n')
}
