import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

/**
 * Runs a server that speaks the protocol over its standard streams, and lets it be asked over HTTP, one connection after
 * another.
 */
export async function bridgeStdio(script: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map<unknown, (line: string) => void>()
  createInterface(child.stdout).on('line', (line) => {
    const { id, method } = JSON.parse(line) as { id?: unknown; method?: string }
    if (method === undefined) waiting.get(id)?.(line)
  })
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const body = await text(request)
    const { id } = JSON.parse(body) as { id?: unknown }
    const answered = new Promise<string>((resolve) => waiting.set(id, resolve))
    child.stdin.write(`${body}\n`)
    if (id === undefined) return response.writeHead(202).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end(await answered)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      child.kill()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
