import { Server } from 'node:http'

/** Loaded into a product before its own code, so that it takes more memory as soon as `/metrics?grow` is asked for. */
const kept: Buffer[] = []
const { emit } = Server.prototype
Server.prototype.emit = function (this: Server, event: string, ...given: unknown[]) {
  const [request] = given as [{ url?: string } | undefined]
  if (event === 'request' && request?.url === '/metrics?grow') kept.push(Buffer.alloc(600 * 1024 ** 2, 1))
  return emit.call(this, event, ...given)
} as typeof emit
