import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { openPlaceServers } from '../src/server/assembly/mcp.ts'
import { safeMessage } from '../src/server/base/describe-error.ts'
import { EnvError, readEnv, secretsOf } from '../src/server/base/env.ts'
import { createLog } from '../src/server/base/log.ts'
import { ServerSecret } from '../src/server/base/secrets/server-secret.ts'
import { DatabaseError } from '../src/server/db/connect/database-error.ts'
import { findMcpServers } from '../src/server/db/mcp/mcp-servers.ts'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import { rotatePlaceSecrets } from '../src/server/domain/inbox/push-keys.ts'
import { rotateSignIns } from '../src/server/domain/mcp/oauth/rotate-sign-ins.ts'
import { rotateTokens } from '../src/server/domain/mcp/sealed-tokens.ts'
import { rotateKeys } from '../src/server/domain/models/sealed-keys.ts'

/**
 * Encrypts people's keys for models, tokens of servers, sign-ins at them and what the servers of a place share under the
 * first secret of SECRET_KEY. With a PostgreSQL it runs beside servers; the embedded database belongs to one process at
 * a time.
 */

const say = (line: string) => void process.stdout.write(`${line}\n`)
const settings = fileURLToPath(new URL('../.env', import.meta.url))
if (existsSync(settings)) process.loadEnvFile(settings)

try {
  const env = readEnv(process.env)
  const log = createLog(env.LOG_LEVEL, { secrets: secretsOf(env) })
  if (env.DATABASE_URL === undefined && !existsSync(`${env.DATA_DIR}/db`))
    throw new DatabaseError('There is no database in DATA_DIR, so there are no keys to encrypt.')
  const database = await connectDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, log })
  try {
    const secret = new ServerSecret({
      settings: env.SECRET_KEY,
      dataDir: env.DATA_DIR,
      shared: env.DATABASE_URL !== undefined,
      log,
    })
    const box = await secret.box()
    const [keys, tokens] = [await rotateKeys(database.db, box), await rotateTokens(database.db, box)]
    const place = openPlaceServers(env, log)
    const signIns = await rotateSignIns(database.db, box, async (id) => {
      const [own] = z.uuid().safeParse(id).success ? await findMcpServers(database.db, [id]) : []
      return own ?? place.find(id)
    })
    place.close()
    const ofPlace = await rotatePlaceSecrets(database.db, box)
    const rotated = keys.rotated + tokens.rotated + signIns + ofPlace.rotated
    const unreadable = [
      ...keys.unreadable,
      ...tokens.unreadable,
      ...ofPlace.unreadable.map((name) => `of this place: ${name}`),
    ]
    say(
      rotated === 1
        ? '1 key is now under the first secret.'
        : `${rotated} keys are now under the first secret.`,
    )
    if (unreadable.length === 0) say('Older secrets are not needed any more.')
    else {
      say(
        'No secret that is set decrypts these keys. Set the secret that they are under, or have them removed:',
      )
      for (const id of unreadable) say(`  ${id}`)
      process.exitCode = 1
    }
  } finally {
    await database.close()
  }
} catch (error) {
  const isSaid = error instanceof EnvError || error instanceof DatabaseError
  process.stderr.write(`Keys were not encrypted anew: ${isSaid ? error.message : safeMessage(error)}\n`)
  process.exitCode = 1
}
