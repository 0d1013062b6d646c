import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { isMainThread } from 'node:worker_threads'

/** Loaded into a product before its own code, so that its metrics report the heap without garbage. */
if (isMainThread)
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    if (request.url === '/metrics?collect') globalThis.gc?.()
  })
