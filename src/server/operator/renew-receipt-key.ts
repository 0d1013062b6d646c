import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { writeVerifierKey } from '../../shared/receipts/note.ts'
import { ServerSecret } from '../base/secrets/server-secret.ts'
import { DatabaseError } from '../db/connect/database-error.ts'
import { connectDatabase } from '../db/open/open-database.ts'
import { renewPlaceKey } from '../domain/receipts/place-key.ts'
import type { Operator, RunCommand } from './command.ts'

export function addRenewReceiptKey(program: Command, run: RunCommand): void {
  program
    .command('renew-receipt-key')
    .description(
      'sign the record of replies with a new key from now on; the old one stays published, so that receipts hold; beside servers on PostgreSQL, alone on the embedded database',
    )
    .action(run(renew))
}

async function renew({ env, log, say, result }: Operator): Promise<void> {
  if (env.DATABASE_URL === undefined && !existsSync(`${env.DATA_DIR}/db`))
    throw new DatabaseError('There is no database in DATA_DIR, so there is no record to sign.')
  const database = await connectDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, log })
  try {
    const secret = new ServerSecret({
      settings: env.SECRET_KEY,
      dataDir: env.DATA_DIR,
      shared: env.DATABASE_URL !== undefined,
      log,
    })
    const { db } = database
    const { key } = await renewPlaceKey({ db, secret, clock: () => new Date(), publicUrl: env.PUBLIC_URL })
    say('The record is signed with this key from now on. Tell it to those who keep receipts:')
    say(`  ${writeVerifierKey(key)}`)
    result({ key: writeVerifierKey(key) })
  } finally {
    await database.close()
  }
}
