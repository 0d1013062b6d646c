import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network between a browser and a server that can be cut. */
export interface CutNetwork {
  /** The address at which the server is reached through it. */
  address: string
  /** Destroys all connections at once; new ones are possible. */
  drop: () => void
  /** Destroys all connections at once, and refuses new ones until `mend`. */
  cut: () => void
  mend: () => void
  close: () => Promise<void>
}

/** Forwards the traffic to and from a server, on a loopback port of its own. */
export async function startCutNetwork(address: string): Promise<CutNetwork> {
  const sockets = new Set<Socket>()
  let isCut = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // Only the end matters; `close` follows.
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    if (isCut) {
      near.resetAndDestroy()
      return
    }
    const far = connect({ host: '127.0.0.1', port: Number(new URL(address).port) })
    keep(near)
    keep(far)
    near.pipe(far)
    far.pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    drop,
    cut: () => {
      isCut = true
      drop()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      server.close()
      drop()
      await once(server, 'close')
    },
  }
}
