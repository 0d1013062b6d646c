import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  /** As they came, by their small names. */
  headers: Record<string, string>
  /** As it came: what is chunked still is. */
  body: string
  /** All of it. */
  text: string
}

/**
 * Writes bytes to a port of this machine as they are, and reads until the server ends the connection.
 * @param sent what is written, piece by piece; the connection stays open for more
 */
export async function rawRequest(
  address: string,
  sent: Iterable<string> | AsyncIterable<string>,
): Promise<RawAnswer> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  let text = ''
  const ended = new Promise<void>((resolve) => {
    // A server that refuses what is still being sent may cut the connection; its answer is here by then.
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
  })
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
  })
  for await (const piece of sent) {
    if (socket.destroyed) break
    if (!socket.write(piece, 'latin1'))
      await Promise.race([ended, new Promise((resolve) => socket.once('drain', resolve))])
  }
  await ended
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => {
      const [name = '', ...value] = field.split(':')
      return [name.toLowerCase(), value.join(':').trim()]
    }),
  )
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n'), text }
}
