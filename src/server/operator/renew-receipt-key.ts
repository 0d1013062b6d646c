import type { Command } from 'commander'
import { writeVerifierKey } from '../../shared/receipts/note.ts'
import { renewPlaceKey } from '../domain/receipts/place-key.ts'
import type { Operator, RunCommand } from './command.ts'
import { withSecret } from './with-secret.ts'

export function addRenewReceiptKey(program: Command, run: RunCommand): void {
  program
    .command('renew-receipt-key')
    .description(
      'sign the record of replies with a new key from now on; the old one stays published, so that receipts hold; beside servers on PostgreSQL, alone on the embedded database',
    )
    .action(run(renew))
}

function renew(operator: Operator): Promise<void> {
  const { env, say, result } = operator
  return withSecret(operator, async ({ db }, secret) => {
    const { key } = await renewPlaceKey({ db, secret, clock: () => new Date(), publicUrl: env.PUBLIC_URL })
    say('The record is signed with this key from now on. Tell it to those who keep receipts:')
    say(`  ${writeVerifierKey(key)}`)
    result({ key: writeVerifierKey(key) })
  })
}
