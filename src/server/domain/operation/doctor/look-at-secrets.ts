import type { ServerSecret } from '../../../base/secrets/server-secret.ts'
import type { Db } from '../../../db/connect/connect.ts'
import { countSealed } from '../../../db/models/count-sealed.ts'
import { type Advice, fault } from './advice.ts'

/** Whether what is kept encrypted can be read; no secret is made where there is none. */
export async function lookAtSecrets(db: Db, secret: Pick<ServerSecret, 'there'>): Promise<Advice[]> {
  const { all, lost } = await countSealed(db, (await secret.there())?.secretIds ?? [])
  if (lost === 0) return []
  return [
    fault(
      'secret.opens',
      `${lost} of ${all} of people’s model keys, their sign-ins elsewhere and this place’s own keys are under another secret, and can’t be read.`,
      'Add that secret to SECRET_KEY behind the first one and a comma, or put its secret.key into DATA_DIR; rotate-keys then puts all under the first one.',
    ),
  ]
}
