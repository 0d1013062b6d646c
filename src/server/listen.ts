import type { Server } from 'node:http'
import type { Env } from './base/env.ts'

/** The message is one plain sentence that says what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

/**
 * Connections to be accepted, as far as the system allows. One that finds the queue full is retried only after seconds,
 * and a thousand from one address must not take the whole queue.
 */
const BACKLOG = 4_096

/** @throws {StartError} */
export async function listen(server: Server, env: Env): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) => {
    const at = `${env.HOST}:${env.PORT}`
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${env.PORT} is taken on ${env.HOST}: end the program that has it, or set PORT to another one.`,
      EACCES: `Port ${env.PORT} may not be opened by this user: set PORT to one above 1023.`,
      EADDRNOTAVAIL: `This machine has no address ${env.HOST}: set HOST to one that it has, such as 127.0.0.1.`,
      ENOTFOUND: `HOST names no address that can be found (${env.HOST}): set it to one such as 127.0.0.1.`,
    }
    reject(
      new StartError(reasons[error.code ?? ''] ?? `The server can't listen on ${at} (${error.message}).`),
    )
  })
  server.listen({ port: env.PORT, host: env.HOST, backlog: BACKLOG }, resolve)
  await promise
}
