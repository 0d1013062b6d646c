import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * The headers unchanged, name after value. Requests from another machine are marked, because the server trusts its own
 * machine.
 */
function headersOf({ rawHeaders, socket: { remoteAddress = '' } }: IncomingMessage): string[] {
  const isOwn = /^(?:::1|(?:::ffff:)?127\.)/.test(remoteAddress)
  return isOwn ? rawHeaders : [...rawHeaders, 'X-Forwarded-For', remoteAddress]
}

/**
 * Forwards a request to the server.
 * @param onFailed called if the server exits before its response
 */
export function forwardRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: URL,
  onFailed: () => void,
): void {
  const asked = request({
    host: to.hostname,
    port: to.port,
    method: incoming.method,
    path: incoming.url,
    headers: headersOf(incoming),
    agent: false,
    setHost: false,
  })
  asked.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
    outgoing.flushHeaders()
    answer.pipe(outgoing)
    answer.on('error', () => outgoing.destroy())
  })
  asked.on('error', () => {
    if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy()
    else onFailed()
  })
  outgoing.on('close', () => asked.destroy())
  incoming.pipe(asked)
}

/** Forwards a websocket upgrade to the server, byte by byte. */
export function forwardUpgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, to: URL): void {
  const other = connect(Number(to.port), to.hostname)
  const { method, url, httpVersion } = incoming
  const headers = headersOf(incoming)
  let lines = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`
  other.write(`${lines}\r\n`)
  other.write(head)
  other.pipe(socket).pipe(other)
  for (const [one, another] of [
    [socket, other],
    [other, socket],
  ] as const) {
    one.on('error', () => another.destroy())
    one.on('close', () => another.destroy())
  }
}
