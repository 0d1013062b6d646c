import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Env } from '../../../base/env.ts'
import { PROBE_HEADER, signProbe } from '../../../base/secrets/probe-key.ts'
import { INCOMPLETE, readBackupName } from '../scheduled-backups.ts'
import { type Advice, fault, ok, warn } from './advice.ts'
import { codeOf } from './look-at-disk.ts'

const PATIENCE_MS = 3_000

/** Who has the port: this place, another program, or nobody. */
export async function lookAtPort(env: Env): Promise<Advice> {
  const at = `${env.HOST}:${env.PORT}`
  const server = createServer()
  try {
    server.listen(env.PORT, env.HOST)
    await once(server, 'listening')
    return warn('port', `Nothing listens at ${at}: the server is not running.`, 'Start it with npm start.')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code !== 'EADDRINUSE')
      return fault(
        'port',
        `The server could not listen at ${at} (${code}).`,
        'Set HOST to an address of this machine, and PORT to one above 1023.',
      )
  } finally {
    server.close()
  }
  return (await isThisPlace(env))
    ? ok('port', `The server of this place listens at ${at}.`)
    : fault(
        'port',
        `Another program has ${at}, or a server of other settings.`,
        'End that program, or set PORT to another one.',
      )
}

/** The server refuses names that it does not have, so that it is asked by the one that people use. */
async function isThisPlace(env: Env): Promise<boolean> {
  const { request } = await import('node:http')
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST
  const named = env.PUBLIC_URL === undefined ? {} : { host: new URL(env.PUBLIC_URL).host }
  const mark = signProbe(env, Date.now())
  // Nothing is known that a server of this place would know, too.
  if (mark === null) return false
  const headers = { ...named, [PROBE_HEADER]: mark }
  return new Promise((resolve) => {
    const asked = request(
      { host, port: env.PORT, path: '/probez', headers, timeout: PATIENCE_MS },
      (answer) => {
        const { 'content-type': type = '' } = answer.headers
        resolve(answer.statusCode === 200 && type.startsWith('text/event-stream'))
        answer.destroy()
      },
    )
    asked.on('error', () => resolve(false))
    asked.on('timeout', () => asked.destroy())
    asked.end()
  })
}

/** What several servers have to share, and who is told what only the operator can change. */
export function lookAtSettings(env: Env, servers: number): Advice[] {
  const advice: Advice[] = []
  if (env.SECRET_KEY !== undefined)
    advice.push(ok('secret', 'SECRET_KEY is set, and people’s new model keys are encrypted under it.'))
  else if (env.DATABASE_URL !== undefined)
    advice.push(
      (servers > 1 ? fault : warn)(
        'secret',
        'SECRET_KEY is not set, so that each server encrypts people’s model keys under a secret of its own.',
        'Set the same SECRET_KEY on all servers.',
      ),
    )
  if (env.OPERATORS === undefined)
    advice.push(
      warn(
        'operators',
        'OPERATORS is not set, so that no page tells anybody what only you can change.',
        'Set OPERATORS to the address of your wallet.',
      ),
    )
  return [...advice, backupAdvice(env)]
}

/** In hours. */
const OLD_BACKUP = 48

function backupAdvice({ BACKUP_DIR, DATA_DIR }: Env): Advice {
  const folder = BACKUP_DIR ?? join(DATA_DIR, 'backups')
  const mend =
    'Set BACKUP_EVERY=6h, and BACKUP_DIR to a folder on another disk. Backups that you make yourself are not counted here.'
  let names: string[]
  try {
    names = existsSync(folder) ? readdirSync(folder) : []
  } catch (error) {
    const says = `The folder of backups ${folder} can’t be read (${codeOf(error)}).`
    return fault('backups', says, 'Set BACKUP_DIR to a folder that this user may read and write.')
  }
  const now = Date.now()
  // One of a clock that was ahead counts for nothing, as on the schedule.
  const newest = names
    .map((name) => ({ name, at: readBackupName(name)?.at.getTime() ?? Number.POSITIVE_INFINITY }))
    .filter(({ at }) => at <= now)
    .sort((one, other) => other.at - one.at)[0]
  if (!newest) return warn('backups', `There is no backup of a schedule in ${folder}.`, mend)
  if (newest.name.endsWith(INCOMPLETE))
    return warn(
      'backups',
      'The newest backup lacks files that the store of files has lost or damaged.',
      'Run bionic check, which names them: whoever uploads such a file again puts it back.',
    )
  const hours = (now - newest.at) / 3_600_000
  const says = `The newest backup is ${hours.toFixed(0)} hours old.`
  return hours <= OLD_BACKUP ? ok('backups', says) : warn('backups', says, mend)
}
