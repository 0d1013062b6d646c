import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { isMainThread } from 'node:worker_threads'

const kept: Buffer[] = []

/** Loaded into a product before its own code, so that it takes 600 MB as soon as `/metrics?grow` is asked for. */
if (isMainThread)
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    if (request.url === '/metrics?grow') kept.push(Buffer.alloc(600 * 1024 ** 2, 1))
  })
