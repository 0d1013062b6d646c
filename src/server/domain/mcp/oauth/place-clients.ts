import type { ServerSecret } from '../../../base/secrets/server-secret.ts'
import type { Db } from '../../../db/connect/connect.ts'
import { CLIENT, findSignIn, putSignIn } from '../../../db/mcp/tokens.ts'
import { Failure } from '../../failure.ts'
import { open, type SignInServer, type StoredClient, seal } from './stored-sign-in.ts'

interface PlaceClientsOptions {
  db: Db
  secret: ServerSecret
  clock: () => Date
}

/** What this place is where people sign in for a server: registered once, for all of them. */
export class PlaceClients {
  readonly #options: PlaceClientsOptions

  constructor(options: PlaceClientsOptions) {
    this.#options = options
  }

  /**
   * Null where it is to be registered (anew): it is another issuer's, leads back to another address, or is over.
   * @throws {Failure} `server_failed` if the operator's client is of another issuer, which gets nothing of it
   */
  async find(
    server: SignInServer,
    { issuer, redirect }: { issuer: string; redirect: string },
  ): Promise<StoredClient | null> {
    if (server.client) return ofOperator(server.client, { issuer, redirect })
    const { db, secret, clock } = this.#options
    const row = await findSignIn(db, { server: server.id, wallet: CLIENT })
    const client = row && open(await secret.box(), 'client', row, { server })
    if (client?.issuer !== issuer || client.redirect !== redirect) return null
    const end = client.client_secret_expires_at ?? 0
    return end > 0 && end * 1_000 <= clock().getTime() ? null : client
  }

  async keep(server: SignInServer, client: StoredClient): Promise<void> {
    if (server.client) return
    const { db, secret, clock } = this.#options
    await putSignIn(db, {
      ...{ server: server.id, wallet: CLIENT, refused: false, expiresAt: null, updatedAt: clock() },
      ...seal(await secret.box(), 'client', client, { server }),
    })
  }
}

function ofOperator(
  client: NonNullable<SignInServer['client']>,
  at: { issuer: string; redirect: string },
): StoredClient {
  if (client.issuer !== undefined && client.issuer !== at.issuer)
    throw new Failure('server_failed', 'People do not sign in for it where the operator of this place said.')
  return { client_id: client.id, ...(client.secret !== undefined && { client_secret: client.secret }), ...at }
}
