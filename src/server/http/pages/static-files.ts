import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../context.ts'
import { keepForEver } from '../request.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
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

/** The service worker runs beside all pages and makes requests for them. */
const SERVICE_WORKER = '/service-worker.js'

interface StaticFile {
  bytes: Buffer<ArrayBuffer>
  /** The same bytes compressed at build time, by the name of the encoding. */
  encoded: { br?: Buffer<ArrayBuffer>; gzip?: Buffer<ArrayBuffer> }
  type: string
  etag: string
  /** Whether the file is named by its content, so that browsers may cache it forever. */
  immutable: boolean
}

export type StaticFiles = ReadonlyMap<string, StaticFile>

/** Reads the built web's files once; they are few and small, and serving them then never waits for the disk. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, StaticFile>()
  const read = async (path: string) => {
    const extension = extname(path)
    const type = types[extension]
    if (!type || path === join(folder, 'manifest.json')) return
    const [bytes, br, gzip] = await Promise.all([
      readFile(path),
      readFile(`${path}.br`).catch(() => undefined),
      readFile(`${path}.gz`).catch(() => undefined),
    ])
    const address = `/${relative(folder, path).split(sep).join('/')}`
    files.set(address, {
      bytes,
      encoded: { ...(br && { br }), ...(gzip && { gzip }) },
      type,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      immutable: address.startsWith('/assets/'),
    })
  }
  await Promise.all(
    entries.flatMap((entry) => (entry.isFile() ? [read(join(entry.parentPath, entry.name))] : [])),
  )
  return files
}

/** Serves the built web's files; any other address is passed to the next handler. */
export function staticFiles(files: StaticFiles) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const file = c.req.method === 'GET' || c.req.method === 'HEAD' ? files.get(c.req.path) : undefined
    if (!file) return next()
    // A first visit requests a dozen of these, so each header counts. A file named by its content needs no
    // revalidation.
    const isWorker = c.req.path === SERVICE_WORKER
    if (file.immutable) {
      keepForEver(c)
      c.header('cache-control', 'public, max-age=31536000, immutable')
    } else {
      // An outdated worker would keep serving an outdated build.
      c.header('cache-control', isWorker ? 'no-cache' : 'public, max-age=3600')
      c.header('etag', file.etag)
    }
    // Framing something that is not a page has no effect. The worker makes requests, to this server only.
    c.header('content-security-policy', `default-src 'none'${isWorker ? "; connect-src 'self'" : ''}`)
    c.header('vary', 'accept-encoding')
    if (c.req.header('if-none-match')?.includes(file.etag)) return c.body(null, 304)
    const accepted = c.req.header('accept-encoding') ?? ''
    const encoding =
      /\bbr\b/.test(accepted) && file.encoded.br
        ? 'br'
        : /\bgzip\b/.test(accepted) && file.encoded.gzip
          ? 'gzip'
          : undefined
    const body = (encoding && file.encoded[encoding]) ?? file.bytes
    c.header('content-type', file.type)
    c.header('content-length', String(body.length))
    if (encoding) c.header('content-encoding', encoding)
    return c.req.method === 'HEAD' ? c.body(null) : c.body(body)
  })
}
