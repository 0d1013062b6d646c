import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { openPlaceServers } from '../assembly/mcp.ts'
import { ServerSecret } from '../base/secrets/server-secret.ts'
import { DatabaseError } from '../db/connect/database-error.ts'
import { findMcpServers } from '../db/mcp/mcp-servers.ts'
import { connectDatabase } from '../db/open/open-database.ts'
import { rotatePlaceSecrets } from '../domain/inbox/push-keys.ts'
import { rotateSignIns } from '../domain/mcp/oauth/rotate-sign-ins.ts'
import { rotateTokens } from '../domain/mcp/sealed-tokens.ts'
import { rotateKeys } from '../domain/models/sealed-keys.ts'
import type { Operator, RunCommand } from './command.ts'

export function addRotateKeys(program: Command, run: RunCommand): void {
  program
    .command('rotate-keys')
    .description(
      'encrypt people’s model keys and sign-ins anew under the first secret of SECRET_KEY; beside servers on PostgreSQL, alone on the embedded database',
    )
    .action(run(rotateAll))
}

async function rotateAll({ env, log, say, result, fail }: Operator): Promise<void> {
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
    result({ rotated, unreadable })
    if (unreadable.length === 0) return say('Older secrets are not needed any more.')
    say(
      'No secret that is set decrypts these keys. Set the secret that they are under, or have them removed:',
    )
    for (const id of unreadable) say(`  ${id}`)
    fail()
  } finally {
    await database.close()
  }
}
