import { ServerSecret } from '../base/secrets/server-secret.ts'
import type { Database } from '../db/connect/connect.ts'
import type { Operator } from './command.ts'
import { openPlace } from './open-place.ts'

/** Works with the database of the place and the secret under which it keeps what is encrypted. @throws as `openPlace` */
export async function withSecret(
  { env, log }: Pick<Operator, 'env' | 'log'>,
  work: (database: Database, secret: ServerSecret) => Promise<void>,
): Promise<void> {
  const database = await openPlace({ env, log })
  try {
    await work(database, secretOf({ env, log }))
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
