import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../context.ts'
import { keepForEver, takesEncoding } from '../request.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const SERVICE_WORKER = '/service-worker.js'

type Bytes = Buffer<ArrayBuffer>

interface StaticFile {
  /** What the build compressed: every browser takes one of the two; uncompressed too, it is three times the memory. */
  content: { plain: Bytes } | { br: Bytes; gzip: Bytes }
  type: string
  /** Absent for a file that is named by its content: browsers may cache it forever, and never ask again. */
  etag?: string
  /** Of a page that is a file: what it may do, as it says itself. */
  policy?: string
}

export type StaticFiles = ReadonlyMap<string, StaticFile>

/** Reads the built web's files once; they are few and small, and serving them then never waits for the disk. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, StaticFile>()
  const read = async (path: string) => {
    const type = types[extname(path)]
    if (!type || path === join(folder, 'manifest.json')) return
    const address = `/${relative(folder, path).split(sep).join('/')}`
    const content = await readContent(path)
    const etag = address.startsWith('/assets/') ? undefined : etagOf(content)
    const policy = extname(path) === '.html' ? policyIn(plainBytes(content)) : undefined
    files.set(address, { content, type, ...(etag && { etag }), ...(policy && { policy }) })
  }
  await Promise.all(
    entries.flatMap((entry) => (entry.isFile() ? [read(join(entry.parentPath, entry.name))] : [])),
  )
  return files
}

async function readContent(path: string): Promise<StaticFile['content']> {
  const [br, gzip] = await Promise.all(
    [`${path}.br`, `${path}.gz`].map((file) => readFile(file).catch(() => undefined)),
  )
  return br && gzip ? { br, gzip } : { plain: await readFile(path) }
}

/** A page in a file works from a disk, too, so its policy is in it; a header adds that nobody frames it. */
function policyIn(page: Bytes): string {
  const [, policy = "default-src 'none'"] =
    /http-equiv="content-security-policy" content="([^"]+)"/.exec(page.toString()) ?? []
  return `${policy}; frame-ancestors 'none'`
}

function etagOf(content: StaticFile['content']): string {
  const bytes = 'plain' in content ? content.plain : content.br
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/** A file as it was before the build compressed it; undefined if there is none at this address. */
export function shippedFile(files: StaticFiles | undefined, address: string): Bytes | undefined {
  const file = files?.get(address)
  return file && plainBytes(file.content)
}

function plainBytes(content: StaticFile['content']): Bytes {
  return 'plain' in content ? content.plain : gunzipSync(content.gzip)
}

/** Serves the built web's files; any other address is passed to the next handler. */
export function staticFiles(files: StaticFiles) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const file = c.req.method === 'GET' || c.req.method === 'HEAD' ? files.get(c.req.path) : undefined
    if (!file) return next()
    // A first visit requests a dozen of these, so each header counts.
    const isWorker = c.req.path === SERVICE_WORKER
    if (file.etag) {
      // An outdated worker would keep serving an outdated build.
      c.header('cache-control', isWorker ? 'no-cache' : 'public, max-age=3600')
      c.header('etag', file.etag)
    } else {
      keepForEver(c)
      c.header('cache-control', 'public, max-age=31536000, immutable')
    }
    // Framing something that is not a page has no effect. The worker makes requests, to this server only.
    const policy = file.policy ?? `default-src 'none'${isWorker ? "; connect-src 'self'" : ''}`
    c.header('content-security-policy', policy)
    c.header('vary', 'accept-encoding')
    if (file.etag && c.req.header('if-none-match')?.includes(file.etag)) return c.body(null, 304)
    const { bytes, encoding } = encodedFor(c.req.header('accept-encoding'), file.content)
    c.header('content-type', file.type)
    c.header('content-length', String(bytes.length))
    if (encoding) c.header('content-encoding', encoding)
    return c.req.method === 'HEAD' ? c.body(null) : c.body(bytes)
  })
}

function encodedFor(
  accepted: string | undefined,
  content: StaticFile['content'],
): { bytes: Bytes; encoding?: 'br' | 'gzip' } {
  if ('plain' in content) return { bytes: content.plain }
  if (takesEncoding(accepted, 'br')) return { bytes: content.br, encoding: 'br' }
  if (takesEncoding(accepted, 'gzip')) return { bytes: content.gzip, encoding: 'gzip' }
  return { bytes: plainBytes(content) }
}
