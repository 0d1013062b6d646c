import { randomUUID } from 'node:crypto'
import {
  type AcceptMcpTools,
  enterServerAddress,
  type McpServerChanges,
  type NewMcpServer,
} from '../../../shared/tools/mcp-servers.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import { NotPublic } from '../../base/network/network.ts'
import type { ServerSecret } from '../../base/secrets/server-secret.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  deleteMcpServer,
  insertMcpServer,
  listMcpServers,
  type McpServerRow,
  updateMcpServer,
} from '../../db/mcp/mcp-servers.ts'
import { acceptTools, listMcpChecks, listMcpTools, withdrawTools } from '../../db/mcp/mcp-tools.ts'
import { Failure } from '../failure.ts'
import { createSemaphore } from '../semaphore.ts'
import type { KnownServer, KnownServers, PersonSignIns } from './known-servers.ts'
import type { Listings, Live } from './listings.ts'
import { type PresentedServer, presentServer } from './present-server.ts'
import { sealToken } from './sealed-tokens.ts'

/** Servers that are asked at once because somebody waits for it. */
const CHECKS = { inside: 8, waiting: 40, each: 2 }

interface McpServersOptions {
  db: Db
  clock: () => Date
  secret: ServerSecret
  known: KnownServers
  listings: Listings
  /** What an address says by itself. @throws {NotPublic} */
  checkAddress: (url: URL) => void
  signIns?: PersonSignIns | undefined
}

/** Who asks. */
interface ServerAsker {
  wallet: string
  /** May decide what is accepted of servers of the place. */
  isOperator: boolean
}

/** The servers of tools that people connect, and those of the place (record 0082). A token leaves only towards its server. */
export class McpServers {
  readonly #options: McpServersOptions
  readonly #checks = createSemaphore(CHECKS, 'servers')

  constructor(options: McpServersOptions) {
    this.#options = options
  }

  /** A wallet's own servers, and then those of the place. */
  async list(wallet: string): Promise<PresentedServer[]> {
    const { db, known } = this.#options
    const rows = await listMcpServers(db, wallet)
    const own = await known.find(rows.map(({ id }) => id))
    return this.#present([...own, ...known.ofPlace], wallet)
  }

  /** @throws {Failure} `not_found` */
  async get(wallet: string, id: string): Promise<PresentedServer> {
    return this.#presentOne(await this.#find(wallet, id), wallet)
  }

  /**
   * Asks a server for its tools, and stores it if it is one. None of its tools is used before it was accepted.
   * @throws {Failure} `validation_failed` at a field, or `servers_full`
   */
  async add(wallet: string, wanted: NewMcpServer): Promise<PresentedServer> {
    const { db, clock, secret } = this.#options
    const address = this.#addressOf(wanted.address)
    const id = randomUUID()
    const token = wanted.token === undefined || wanted.token === '' ? null : wanted.token
    const sealed = token === null ? null : sealToken(await secret.box(), token, { id, wallet, address })
    const row: McpServerRow = {
      ...{ id, wallet, address, name: wanted.name, auth: token === null ? 'none' : 'header' },
      ...{ sealed: sealed?.sealed ?? null, secretId: sealed?.secretId ?? null, createdAt: clock() },
    }
    if ((await insertMcpServer(db, row, toolLimits.serversOfWallet)) === 'full') throw tooMany()
    const live = await this.#list(await this.#find(wallet, id), wallet)
    const fault = 'fault' in live ? live.fault : null
    if (fault === null || (fault.kind === 'sign-in' && token === null)) return this.get(wallet, id)
    await deleteMcpServer(db, { id, wallet })
    const field = fault.kind === 'sign-in' ? 'token' : 'address'
    throw wrong(field, fault.kind === 'sign-in' ? 'The server did not accept this token.' : fault.message)
  }

  /** @throws {Failure} `not_found`, or `validation_failed` for a token where people sign in */
  async change(wallet: string, id: string, { name, token }: McpServerChanges): Promise<PresentedServer> {
    const { db, secret } = this.#options
    const server = await this.#find(wallet, id)
    if (server.owner === null) throw ofPlace()
    if (token && server.auth === 'oauth')
      throw wrong('token', 'At this server you sign in. To use a token, add it once more.')
    const sealed = token
      ? sealToken(await secret.box(), token, { id, wallet, address: server.address })
      : null
    const changes = {
      ...(name !== undefined && { name }),
      ...(sealed && { ...sealed, auth: 'header' as const }),
      ...(token === null && server.auth === 'header' && noToken),
    }
    if (Object.keys(changes).length > 0) await updateMcpServer(db, { id, wallet }, changes)
    if (token !== undefined) await this.#list(await this.#find(wallet, id), wallet)
    return this.get(wallet, id)
  }

  /** Removes it with everybody's sign-ins at it. @throws {Failure} `not_found` */
  async remove(wallet: string, id: string): Promise<void> {
    const server = await this.#find(wallet, id)
    if (server.owner === null) throw ofPlace()
    await deleteMcpServer(this.#options.db, { id, wallet })
  }

  /** Lists its tools again; how that went is its health. @throws {Failure} `not_found`, or `rate_limited` */
  async check(wallet: string, id: string): Promise<PresentedServer> {
    const server = await this.#find(wallet, id)
    await this.#list(server, wallet)
    return this.get(wallet, id)
  }

  /**
   * Accepts tools as they were seen, all or none.
   * @throws {Failure} `not_found`, `forbidden` for those of the place, or `conflict` if they changed since
   */
  async accept(
    { wallet, isOperator }: ServerAsker,
    id: string,
    wanted: AcceptMcpTools,
  ): Promise<PresentedServer> {
    const { db } = this.#options
    const server = await this.#find(wallet, id)
    if (server.owner === null && !isOperator) throw ofPlace()
    const { tools, withdrawn = [] } = wanted
    if (tools.length > 0 && !(await acceptTools(db, server.id, tools)))
      throw new Failure('conflict', 'Some of these tools have changed again. Look at them anew.')
    if (withdrawn.length > 0) await withdrawTools(db, server.id, withdrawn)
    return this.get(wallet, id)
  }

  /** Own ones, and those of the place. */
  async #find(wallet: string, id: string): Promise<KnownServer> {
    const [server] = await this.#options.known.find([id])
    if (!server || (server.owner !== null && server.owner !== wallet))
      throw new Failure('not_found', 'There is no such server. It may already be removed.')
    return server
  }

  /** Lists its tools now. A server that wants a sign-in, and has no token, is one that people sign in at. */
  async #list(server: KnownServer, wallet: string): Promise<Live> {
    const { db, listings } = this.#options
    const { id, owner, auth } = server
    const person = owner !== null || auth === 'oauth' ? wallet : null
    const live = await this.#checks(() => listings.refresh(server, person), wallet)
    if (owner !== null && auth === 'none' && 'fault' in live && live.fault.kind === 'sign-in')
      await updateMcpServer(db, { id, wallet }, { auth: 'oauth' })
    return live
  }

  async #presentOne(server: KnownServer, wallet: string): Promise<PresentedServer> {
    const [shown] = await this.#present([server], wallet)
    if (!shown) throw new Error('a server was lost')
    return shown
  }

  async #present(servers: readonly KnownServer[], wallet: string): Promise<PresentedServer[]> {
    const { db, signIns } = this.#options
    const ids = servers.map(({ id }) => id)
    const [tools, checks, signedIn] = await Promise.all([
      listMcpTools(db, ids),
      listMcpChecks(db, ids),
      signIns?.signedInAt(wallet) ?? [],
    ])
    const facts = { tools, checks, signedIn: new Set(signedIn) }
    return servers.map((server) => presentServer(server, facts))
  }

  #addressOf(text: string): string {
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol)) throw wrong('address', enterServerAddress)
    if (url.username !== '' || url.password !== '')
      throw wrong('address', 'An address with a password can’t be used. Put a token into its own field.')
    url.hash = ''
    try {
      this.#options.checkAddress(url)
    } catch (error) {
      if (!(error instanceof NotPublic)) throw error
      throw wrong(
        'address',
        'This address can’t be used here. It has to be on the public internet and start with https://, without a port.',
      )
    }
    return url.href
  }
}

const noToken = { sealed: null, secretId: null, auth: 'none' as const }

const wrong = (field: string, message: string) =>
  new Failure('validation_failed', message, { errors: { [field]: message } })

const tooMany = () =>
  new Failure(
    'servers_full',
    `You can connect ${toolLimits.serversOfWallet} servers. Remove one that you don’t use any more.`,
  )

const ofPlace = () => new Failure('forbidden', 'Only the operator can change a server of this place.')
