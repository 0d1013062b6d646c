import type { Command } from 'commander'
import { openModels } from '../assembly/open-models.ts'
import { safeMessage } from '../base/describe-error.ts'
import { secretsOf } from '../base/env.ts'
import type { Database } from '../db/connect/connect.ts'
import { DatabaseError } from '../db/connect/database-error.ts'
import { statementLimit } from '../db/open/open-database.ts'
import { CONNECTIONS } from '../db/open/open-postgresql.ts'
import { Replicas } from '../db/replicas/replicas.ts'
import { openFileStore } from '../domain/files/open-file-store.ts'
import { type Advice, fault } from '../domain/operation/doctor/advice.ts'
import { countServers, lookAtDatabase } from '../domain/operation/doctor/look-at-database.ts'
import { lookAtDisk } from '../domain/operation/doctor/look-at-disk.ts'
import { lookAtFiles } from '../domain/operation/doctor/look-at-files.ts'
import { lookAtModel } from '../domain/operation/doctor/look-at-model.ts'
import { lookAtRedis } from '../domain/operation/doctor/look-at-redis.ts'
import { lookAtReplicas } from '../domain/operation/doctor/look-at-replicas.ts'
import { lookAtSecrets } from '../domain/operation/doctor/look-at-secrets.ts'
import { lookAtPort, lookAtSettings } from '../domain/operation/doctor/look-at-settings.ts'
import { lookFromOutside } from '../domain/operation/doctor/look-from-outside.ts'
import type { Operator, RunCommand } from './command.ts'
import { openPlace } from './open-place.ts'
import { OperatorError } from './operator-error.ts'
import { secretOf } from './with-secret.ts'

export function addDoctor(program: Command, run: RunCommand): void {
  program
    .command('doctor')
    .description(
      'look at ports, proxies, disk, database, Redis, the model and clocks, and say what mends them',
    )
    .option('--no-model', 'do not ask the model, which costs one short question')
    .action(run((operator, options: { model: boolean }) => examine(operator, options.model)))
}

async function examine(operator: Operator, asksModel: boolean): Promise<void> {
  const { env, say, result, fail } = operator
  const { advice: ofDatabase, servers } = await examineDatabase(operator)
  const hasDatabase = env.DATABASE_URL === undefined
  const advice = [
    ...(await attempt('port', async () => [await lookAtPort(env)])),
    ...(await attempt('public.address', () => lookFromOutside(env))),
    ...(await attempt('disk.folder', () => lookAtDisk(env.DATA_DIR, env.MIN_FREE_MB, hasDatabase))),
    ...ofDatabase,
    ...(await attempt('files.answers', () => lookAtFiles(openFileStore(env)))),
    ...(await attempt('redis.answers', () => lookAtRedis(env.REDIS_URL, servers))),
    ...(await attempt('settings', async () => lookAtSettings(env, servers))),
    ...(asksModel ? await attempt('model.answer', async () => [await examineModel(operator)]) : []),
  ]
  for (const one of advice) say(described(one))
  const faults = advice.filter(({ state }) => state === 'fault').length
  const warnings = advice.filter(({ state }) => state === 'warn').length
  say(`${advice.length - faults - warnings} ok, ${warnings} to think about, ${faults} at fault.`)
  result({ advice })
  if (faults > 0) fail()
}

/** What can't be looked at is a fault of its own, and hides none of the others. */
async function attempt(check: string, look: () => Promise<Advice[]>): Promise<Advice[]> {
  try {
    return await look()
  } catch (error) {
    const mend = 'Mend what else is at fault, then run doctor again.'
    return [fault(check, `This could not be looked at (${safeMessage(error)}).`, mend)]
  }
}

const marks = { ok: '  ok  ', warn: ' warn ', fault: 'fault ' } as const

const described = ({ check, state, says, mend }: Advice) =>
  `${marks[state]} ${check}: ${says}${mend === undefined ? '' : ` ${mend}`}`

async function examineDatabase(operator: Operator): Promise<{ advice: Advice[]; servers: number }> {
  try {
    const database = await openPlace(operator, { readsCopy: true })
    try {
      return {
        advice: [
          ...(await lookAtDatabase(database, CONNECTIONS)),
          ...(await examineReplicas(operator, database)),
          ...(await attempt('secret.opens', () => lookAtSecrets(database.db, secretOf(operator)))),
        ],
        servers: await countServers(database),
      }
    } finally {
      await database.close()
    }
  } catch (error) {
    const isSaid = error instanceof DatabaseError || error instanceof OperatorError
    const says = isSaid ? error.message : `The database can’t be opened (${safeMessage(error)}).`
    return { advice: [fault('database.opens', says, 'Until then no server can start.')], servers: 0 }
  }
}

async function examineReplicas({ env, log }: Operator, { db }: Database): Promise<Advice[]> {
  const addresses = env.DATABASE_REPLICAS ?? []
  const replicas = new Replicas({ ...{ addresses, db, log, statementLimit }, positions: null })
  try {
    return await lookAtReplicas(replicas)
  } finally {
    await replicas.close()
  }
}

async function examineModel({ env, log }: Operator): Promise<Advice> {
  const models = openModels(env, log, secretsOf(env))
  try {
    await models.start()
    return await lookAtModel(models.standard())
  } finally {
    models.close()
  }
}
