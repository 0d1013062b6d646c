import type { AuthProvider } from '@modelcontextprotocol/client'
import type { SecretBox } from '../../base/secrets/secret-box.ts'
import type { ServerSecret } from '../../base/secrets/server-secret.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findMcpServers, type McpServerRow } from '../../db/mcp/mcp-servers.ts'
import type { ConnectMcp, McpConnection } from './mcp-connection.ts'
import { McpFault } from './mcp-fault.ts'
import { slugOf } from './raw-tools.ts'
import { openToken } from './sealed-tokens.ts'

/** A server of a person or of the place, with what it is asked with. */
export interface KnownServer {
  /** The id of an own one, or the name of one of the place. */
  id: string
  name: string
  /** Before the names of its tools. */
  slug: string
  address: string
  host: string
  auth: 'none' | 'header' | 'oauth'
  /** Null for one of the place. */
  owner: string | null
  headers: Readonly<Record<string, string>>
  /** What this place is known as where people sign in, if the operator registered it by hand. */
  client?: { id: string; secret?: string | undefined; issuer?: string | undefined } | undefined
  /** Whether others than its owner may see its whole address. */
  isShown: boolean
}

/** What signs persons in at servers with OAuth. */
export interface PersonSignIns {
  /**
   * Does something in the name of a person, whose token is renewed if it has to be.
   * @throws {McpFault} `sign-in` if the person has to sign in, and what the work throws
   */
  asPerson<T>(
    person: { server: Pick<KnownServer, 'id' | 'address' | 'client'>; wallet: string },
    work: (credentials: AuthProvider) => Promise<T>,
  ): Promise<T>
  /** The ids of the servers at which a wallet is signed in. */
  signedInAt(wallet: string): Promise<readonly string[]>
}

interface KnownServersOptions {
  db: Db
  secret: ServerSecret
  connect: ConnectMcp
  /** What the operator's file names. */
  place: { find(id: string): KnownServer | null; list(): readonly KnownServer[] }
  /** Without it nobody can sign in anywhere. */
  signIns?: PersonSignIns | undefined
}

const isId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

/** Finds servers, and connects to them as whoever may. */
export class KnownServers {
  readonly #options: KnownServersOptions

  constructor(options: KnownServersOptions) {
    this.#options = options
  }

  get ofPlace(): readonly KnownServer[] {
    return this.#options.place.list()
  }

  /** In this order; those that are gone are left out. */
  async find(ids: readonly string[]): Promise<KnownServer[]> {
    const { db, secret, place } = this.#options
    const rows = await findMcpServers(db, ids.filter(isId))
    const box = rows.some(({ sealed }) => sealed !== null) ? await secret.box() : null
    const own = new Map(rows.map((row) => [row.id, ownServer(row, box)]))
    return ids.flatMap((id) => own.get(id) ?? place.find(id) ?? [])
  }

  /**
   * Connects, does something, and closes the connection.
   * @param person whose sign-in is used where the server has one; null for none
   * @throws {McpFault} and what the work throws
   */
  async ask<T>(
    server: KnownServer,
    person: string | null,
    signal: AbortSignal,
    work: (connection: McpConnection) => Promise<T>,
  ): Promise<T> {
    const { connect, signIns } = this.#options
    const { address, headers, auth } = server
    const withConnection = async (credentials?: AuthProvider) => {
      const connection = await connect({ address, headers, credentials }, signal)
      try {
        return await work(connection)
      } finally {
        void connection.close()
      }
    }
    if (auth !== 'oauth') return withConnection()
    if (person === null || !signIns) throw new McpFault('sign-in', 'It wants a sign-in.')
    return signIns.asPerson({ server, wallet: person }, withConnection)
  }
}

function ownServer(row: McpServerRow, box: SecretBox | null): KnownServer {
  const { id, name, wallet, address, auth, sealed, secretId } = row
  const isSealed = sealed !== null && secretId !== null
  const token = isSealed && box ? openToken(box, { id, wallet, address, sealed, secretId }) : null
  return {
    ...{ id, name, address, auth, owner: wallet, slug: slugOf(name), host: new URL(address).host },
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    isShown: true,
  }
}
