import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { type Network, NotPublic, resolveAllowed, ThisServer } from '../../base/network/network.ts'
import {
  type AddressRanges,
  hostOf,
  isPublicAddress,
  isPublicHost,
  withoutBrackets,
} from '../../base/network/public-address.ts'
import type { SendRequest } from '../model-address.ts'
import { type Agents, fetchThrough } from './http-fetch.ts'

interface GuardOptions {
  network: Network
  /** Addresses that the operator allows besides public ones, over http and on any port, too. */
  ranges: AddressRanges
  /** Of this server, which would ask itself. */
  ownHosts: readonly string[]
}

/** A connection has to be there within this time, in milliseconds, names resolved included. */
const CONNECT_MS = 10_000

/** Connections without a request: few, and not for long, as anybody chooses where they lead. */
const KEPT = { keepAlive: true, maxFreeSockets: 8, timeout: 30_000 }

/** Of an error nobody looks at the stream. */
type Connected = (error: Error | null, socket: Duplex) => void

/**
 * Sends requests to addresses that somebody chose: to public ones over https on its usual port, and to those that the
 * operator allows. Each connection is made to addresses that were checked for it.
 */
export class GuardedFetch {
  readonly #options: GuardOptions
  readonly #agents: Agents

  constructor(options: GuardOptions) {
    this.#options = options
    this.#agents = {
      plain: new GuardedPlainAgent((host, port, done) => this.#open({ host, port, secure: false }, done)),
      secure: new GuardedSecureAgent((host, port, done) => this.#open({ host, port, secure: true }, done)),
    }
  }

  /** @throws {NotPublic} and what connecting throws; as `httpFetch` else */
  readonly send: SendRequest = async (address, init) => {
    const url = new URL(address instanceof Request ? address.url : address)
    this.check(url)
    return fetchThrough(this.#agents, url, init)
  }

  /** What an address says by itself; what its name resolves to is checked when it is connected to. @throws {NotPublic} */
  check(url: URL): void {
    const { ranges, ownHosts } = this.#options
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new NotPublic('it is no web address')
    if (url.username !== '' || url.password !== '') throw new NotPublic('it contains credentials')
    const host = hostOf(url)
    if (ownHosts.includes(host)) throw new ThisServer()
    const isUsual = url.protocol === 'https:' && url.port === ''
    if (ranges.isEmpty && !(isUsual && isPublicHost(host))) throw new NotPublic('its host is not public')
  }

  close(): void {
    this.#agents.plain.destroy()
    this.#agents.secure.destroy()
  }

  #open({ host, port, secure }: { host: string; port: number; secure: boolean }, done: Connected): void {
    const { network, ranges } = this.#options
    const name = host.toLowerCase().replace(/\.$/, '')
    const mayBePublic = secure && port === 443 && isPublicHost(name)
    const isAllowed = (address: string) =>
      ranges.includes(address) || (mayBePublic && isPublicAddress(address))
    const signal = AbortSignal.timeout(CONNECT_MS)
    resolveAllowed(name, { network, signal, isAllowed })
      .then((addresses) => {
        const to = { host: withoutBrackets(name), port, addresses }
        const socket = secure ? network.connect(to) : network.connectPlainly(to)
        endIfLate(socket, secure ? 'secureConnect' : 'connect')
        done(null, socket)
      })
      .catch((error: Error) => done(error, new Duplex()))
  }
}

function endIfLate(socket: Socket, connected: 'connect' | 'secureConnect'): void {
  const late = setTimeout(() => socket.destroy(new Error('The connection took too long.')), CONNECT_MS)
  const inTime = () => clearTimeout(late)
  socket.once(connected, inTime).once('close', inTime)
}

type Open = (host: string, port: number, done: Connected) => void

class GuardedPlainAgent extends PlainAgent {
  readonly #open: Open

  constructor(open: Open) {
    super(KEPT)
    this.#open = open
  }

  override createConnection(options: object, done?: Connected): null {
    openFor(this.#open, options, done)
    return null
  }
}

class GuardedSecureAgent extends SecureAgent {
  readonly #open: Open

  constructor(open: Open) {
    super(KEPT)
    this.#open = open
  }

  override createConnection(options: object, done?: Connected): null {
    openFor(this.#open, options, done)
    return null
  }
}

function openFor(open: Open, options: { host?: string; port?: string | number }, done: Connected = () => {}) {
  open(options.host ?? '', Number(options.port), done)
}
