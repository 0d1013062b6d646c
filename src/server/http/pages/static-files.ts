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

interface StaticFile {
  bytes: Buffer<ArrayBuffer>
  /** The same bytes compressed when the web was built, by the name of the encoding. */
  encoded: { br?: Buffer<ArrayBuffer>; gzip?: Buffer<ArrayBuffer> }
  type: string
  etag: string
  /** Named by its content, so a browser may keep it forever. */
  immutable: boolean
}

export type StaticFiles = ReadonlyMap<string, StaticFile>

/** Reads the built web's files once; they are few and small, and serving them never waits for the disk. */
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

/** Serves the built web's files; any other address is left to what comes after. */
export function staticFiles(files: StaticFiles) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const file = c.req.method === 'GET' || c.req.method === 'HEAD' ? files.get(c.req.path) : undefined
    if (!file) return next()
    // First visits ask for a dozen of these, so each header counts: nobody asks again for what is named by its content.
    if (file.immutable) {
      keepForEver(c)
      c.header('cache-control', 'public, max-age=31536000, immutable')
    } else {
      c.header('cache-control', 'public, max-age=3600')
      c.header('etag', file.etag)
    }
    // What is no page can't be framed to any effect.
    c.header('content-security-policy', "default-src 'none'")
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
