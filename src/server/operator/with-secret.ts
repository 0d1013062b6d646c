import { ServerSecret } from '../base/secrets/server-secret.ts'
import type { Database } from '../db/connect/connect.ts'
import type { Operator } from './command.ts'
import { openPlace } from './open-place.ts'
import { OperatorError } from './operator-error.ts'

/** Works with the database of the place and the secret under which it keeps what is encrypted. @throws as `openPlace`, and where there is none */
export async function withSecret(
  { env, log }: Pick<Operator, 'env' | 'log'>,
  work: (database: Database, secret: ServerSecret) => Promise<void>,
): Promise<void> {
  const database = await openPlace({ env, log })
  try {
    const secret = secretOf({ env, log })
    // A new one would be nobody else's, so that servers could not read what is stored under it.
    if (!(await secret.there()))
      throw new OperatorError(
        `No secret is set, and there is no secret.key in ${env.DATA_DIR}: set SECRET_KEY or DATA_DIR to that of the server.`,
      )
    await work(database, secret)
  } finally {
    await database.close()
  }
}

export const secretOf = ({ env, log }: Pick<Operator, 'env' | 'log'>) =>
  new ServerSecret({
    settings: env.SECRET_KEY,
    dataDir: env.DATA_DIR,
    shared: env.DATABASE_URL !== undefined,
    log,
  })
