/**
 * Runs after each install, under whichever Node installs. The PostgreSQL driver ends the whole process when a
 * connection is lost under a transaction: its own `rollback` then writes to no socket, in a callback that nobody can
 * catch (porsager/postgres#1154, #1208). And a lost connection keeps what was about to be written, which spoils its next
 * handshakes, and the server's last word, which it tells the next statement. Where it is lost in its handshake, that ends
 * the process as well. No release has the cure yet, so the pinned version is mended in three places.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../node_modules/postgres/src/connection.js', import.meta.url)

const mends = [
  {
    of: `  function nextWrite(fn) {
    const x`,
    to: `  function nextWrite(fn) {
    if (socket === null) {
      chunk = nextWriteTimer = null
      const lost = Errors.connection('CONNECTION_CLOSED', options, socket)
      query && (queryError(query, lost), query = null)
      while (sent.length)
        queryError(sent.shift(), lost)
      return false
    }
    const x`,
  },
  {
    of: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer`,
    to: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = errorResponse = null
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer`,
  },
  {
    // Who waits for the connection is told already.
    of: '        return fetchArrayTypes()\n',
    to: '        return fetchArrayTypes().catch(() => {})\n',
  },
]

let source = readFileSync(file, 'utf8')
for (const { of, to } of mends) {
  if (source.includes(to)) continue
  if (source.split(of).length !== 2)
    throw new Error(`${file.pathname} is not of the version that this mends: look whether it still needs it.`)
  source = source.replace(of, () => to)
}
writeFileSync(file, source)
