import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What a network does to what goes over a link; bytes are never reordered. */
export interface LinkFault {
  /** Added to each piece, in milliseconds, and up to how much more by chance. */
  delayMs?: number
  jitterMs?: number
  /** Nothing arrives and nobody is told, as behind a router that forgot a connection. */
  blackHole?: boolean
  /** A slow drip. */
  bytesPerSecond?: number
}

/** A drip is sent in pieces of this many bytes. */
const DRIP_BYTES = 64

/** A sender is held up while this many bytes are under way, as by the window of a connection. */
const WINDOW_BYTES = 256 * 1024

/** A TCP proxy of one way between two programs, on a loopback port of its own. */
export class Link {
  readonly port: number
  readonly #server: Server
  readonly #random: () => number
  readonly #sockets = new Set<Socket>()
  #target: number
  #fault: LinkFault = {}
  #healed = Promise.withResolvers<void>()

  private constructor(server: Server, target: number, random: () => number) {
    this.#server = server
    this.#target = target
    this.#random = random
    this.port = (server.address() as AddressInfo).port
    server.on('connection', (socket) => this.#join(socket))
  }

  /** @param random from 0 to 1, for the jitter */
  static async open(target: number, random: () => number = Math.random): Promise<Link> {
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Link(server, target, random)
  }

  /** Where new connections lead to, such as a program that was started again on another port. */
  leadTo(port: number): void {
    this.#target = port
  }

  suffer(fault: LinkFault): void {
    this.#fault = fault
  }

  heal(): void {
    this.#fault = {}
    this.#healed.resolve()
    this.#healed = Promise.withResolvers()
  }

  /** Resets all connections there are. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  async close(): Promise<void> {
    this.#server.close()
    this.heal()
    this.cut()
    await once(this.#server, 'close')
  }

  #join(near: Socket): void {
    const far = connect({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    near.setNoDelay(true)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => other.resetAndDestroy())
      this.#carry(one, other)
    }
  }

  #carry(from: Socket, to: Socket): void {
    let underWay = 0
    let last = Promise.resolve()
    from.on('data', (bytes) => {
      const due =
        performance.now() + (this.#fault.delayMs ?? 0) + (this.#fault.jitterMs ?? 0) * this.#random()
      underWay += bytes.length
      if (underWay > WINDOW_BYTES) from.pause()
      last = last.then(async () => {
        await this.#deliver(to, bytes, due)
        underWay -= bytes.length
        if (underWay <= WINDOW_BYTES) from.resume()
      })
    })
    // What is under way arrives before the end does.
    const end = () => {
      last = last.then(() => void to.end())
    }
    from.on('end', end)
    from.on('close', (hadError) => {
      this.#sockets.delete(from)
      if (!hadError) end()
    })
  }

  async #deliver(to: Socket, bytes: Buffer, due: number): Promise<void> {
    const early = due - performance.now()
    if (early > 0) await wait(early)
    while (this.#fault.blackHole && !to.destroyed) await this.#healed.promise
    for (let at = 0; at < bytes.length; ) {
      const { bytesPerSecond } = this.#fault
      const piece = bytesPerSecond ? bytes.subarray(at, at + DRIP_BYTES) : bytes.subarray(at)
      if (bytesPerSecond) await wait((1_000 * piece.length) / bytesPerSecond)
      if (to.destroyed || !to.writable) return
      to.write(piece)
      at += piece.length
    }
  }
}
