import { Failure } from '../../domain/failure.ts'

/** Maximum numbers of open sockets and entered realms on this server; each server counts its own. */
interface SocketLimits {
  socketsPerAddress: number
  socketsPerWallet: number
  realmsPerAddress: number
  realmsPerWallet: number
}

/** Maximum number of realms that one socket can be in; a page shows one, or a few at most. */
const REALMS_PER_SOCKET = 8

/**
 * The token bucket of an address for entering realms, again as well: each entry can cost a few statements. It is larger
 * for an address that can be in more realms.
 */
const ENTERS_A_SECOND = 20
const ENTERS_AT_ONCE = 100

const RETRY_SECONDS = 10

interface Held {
  sockets: number
  realms: number
}

interface HeldByAddress extends Held {
  /** The tokens left, as of `countedAt` (`performance.now`). */
  enters: number
  countedAt: number
}

interface SocketOwner {
  /** The address, as `addressKey` formats it. */
  readonly address: string
  wallet: string | null
}

/** Counts the open sockets of every address and wallet, and the realms that these sockets are in. */
export class SocketQuotas {
  readonly #limits: SocketLimits
  readonly #addresses = new Map<string, HeldByAddress>()
  readonly #wallets = new Map<string, Held>()

  constructor(limits: SocketLimits) {
    this.#limits = limits
  }

  /** @throws {Failure} `too_many_sockets` if the address cannot open another socket */
  requireAddress(address: string): void {
    if ((this.#addresses.get(address)?.sockets ?? 0) >= this.#limits.socketsPerAddress)
      throw tooManySockets('Your network')
  }

  /** @throws {Failure} `too_many_sockets` if the wallet cannot open another socket */
  requireWallet(wallet: string | null): void {
    if (wallet !== null && (this.#wallets.get(wallet)?.sockets ?? 0) >= this.#limits.socketsPerWallet)
      throw tooManySockets('Your wallet')
  }

  /** Counts a socket from its opening until the returned function is called. @throws {Failure} `too_many_sockets` */
  openFrom(address: string): () => void {
    this.requireAddress(address)
    const held = this.#addresses.get(address) ?? {
      sockets: 0,
      realms: 0,
      enters: this.#entersAtOnce,
      countedAt: performance.now(),
    }
    this.#addresses.set(address, held)
    return hold(this.#addresses, address, held)
  }

  /** Same as `openFrom`, for a wallet; a visitor has none and is not counted. */
  openAs(wallet: string | null): () => void {
    this.requireWallet(wallet)
    return this.#holdWallet(wallet)
  }

  /** Counts a realm; again, only against the rate. @returns a sentence that says why it is refused, if it is */
  enter({ address, wallet, realms }: SocketOwner & { realms: ReadonlySet<string> }, realm: string) {
    const ofAddress = this.#addresses.get(address)
    const ofWallet = wallet === null ? undefined : this.#wallets.get(wallet)
    const isNew = !realms.has(realm)
    if (isNew) {
      if (realms.size >= REALMS_PER_SOCKET) return tooManyRealms('This page')
      if (ofWallet && ofWallet.realms >= this.#limits.realmsPerWallet) return tooManyRealms('Your wallet')
      if (ofAddress && ofAddress.realms >= this.#limits.realmsPerAddress) return tooManyRealms('Your network')
    }
    if (ofAddress && !this.#takeEnter(ofAddress)) return tooOften
    if (isNew && ofAddress) ofAddress.realms += 1
    if (isNew && ofWallet) ofWallet.realms += 1
    return undefined
  }

  leave({ address, wallet }: SocketOwner): void {
    const ofAddress = this.#addresses.get(address)
    const ofWallet = wallet === null ? undefined : this.#wallets.get(wallet)
    // If the last socket of the address or wallet has gone already, this count belongs to newer sockets.
    if (ofAddress) ofAddress.realms = Math.max(0, ofAddress.realms - 1)
    if (ofWallet) ofWallet.realms = Math.max(0, ofWallet.realms - 1)
  }

  /** Moves the realms of a socket to another wallet than `before`; this is never refused. */
  walletChanged(
    socket: SocketOwner & { realms: ReadonlySet<string>; forgetWallet: () => void },
    before: string | null,
  ): void {
    const { wallet, realms } = socket
    const held = before === null ? undefined : this.#wallets.get(before)
    if (held) held.realms = Math.max(0, held.realms - realms.size)
    socket.forgetWallet()
    socket.forgetWallet = this.#holdWallet(wallet)
    const now = wallet === null ? undefined : this.#wallets.get(wallet)
    if (now) now.realms += realms.size
  }

  get #entersAtOnce(): number {
    return Math.max(ENTERS_AT_ONCE, this.#limits.realmsPerAddress)
  }

  #holdWallet(wallet: string | null): () => void {
    if (wallet === null) return () => {}
    const held = this.#wallets.get(wallet) ?? { sockets: 0, realms: 0 }
    this.#wallets.set(wallet, held)
    return hold(this.#wallets, wallet, held)
  }

  #takeEnter(held: HeldByAddress): boolean {
    const now = performance.now()
    const earned = ((now - held.countedAt) / 1000) * ENTERS_A_SECOND
    held.enters = Math.min(this.#entersAtOnce, held.enters + earned)
    held.countedAt = now
    if (held.enters < 1) return false
    held.enters -= 1
    return true
  }
}

function hold<Kind extends Held>(all: Map<string, Kind>, key: string, held: Kind): () => void {
  held.sockets += 1
  let released = false
  return () => {
    if (released) return
    released = true
    held.sockets -= 1
    if (held.sockets === 0 && all.get(key) === held) all.delete(key)
  }
}

function tooManySockets(whose: string): Failure {
  return new Failure(
    'too_many_sockets',
    `${whose} has too many live connections open. Close a tab that shows a realm.`,
    { retryAfter: RETRY_SECONDS },
  )
}

const tooOften = 'Your network is opening realms too often. Wait a moment.'

function tooManyRealms(whose: string): string {
  return `${whose} is in too many realms at the same time. Close a tab that shows a realm.`
}
