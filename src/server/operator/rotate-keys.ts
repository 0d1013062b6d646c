import type { Command } from 'commander'
import * as z from 'zod/mini'
import { openPlaceServers } from '../assembly/mcp.ts'
import { findMcpServers } from '../db/mcp/mcp-servers.ts'
import { rotatePlaceSecrets } from '../domain/inbox/push-keys.ts'
import { rotateSignIns } from '../domain/mcp/oauth/rotate-sign-ins.ts'
import { rotateTokens } from '../domain/mcp/sealed-tokens.ts'
import { rotateKeys } from '../domain/models/sealed-keys.ts'
import type { Operator, RunCommand } from './command.ts'
import { withSecret } from './with-secret.ts'

export function addRotateKeys(program: Command, run: RunCommand): void {
  program
    .command('rotate-keys')
    .description(
      'encrypt people’s model keys and sign-ins anew under the first secret of SECRET_KEY; beside servers on PostgreSQL, alone on the embedded database',
    )
    .action(run(rotateAll))
}

function rotateAll(operator: Operator): Promise<void> {
  const { env, log, say, result, fail } = operator
  return withSecret(operator, async ({ db }, secret) => {
    const box = await secret.box()
    const [keys, tokens] = [await rotateKeys(db, box), await rotateTokens(db, box)]
    const place = openPlaceServers(env, log)
    const signIns = await rotateSignIns(db, box, async (id) => {
      const [own] = z.uuid().safeParse(id).success ? await findMcpServers(db, [id]) : []
      return own ?? place.find(id)
    })
    place.close()
    const ofPlace = await rotatePlaceSecrets(db, box)
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
  })
}
