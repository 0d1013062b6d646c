import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const PROBE_HEADER = 'x-bionic-probe'

/** A mark that was read on its way is of no use to anybody soon, in milliseconds. */
const VALID_MS = 60_000

interface Place {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}

/** What the operator's program and all servers of a place know, and nobody else; null where there is nothing yet. */
function keyOf({ DATABASE_URL, DATA_DIR }: Place): string | null {
  if (DATABASE_URL !== undefined) return DATABASE_URL
  const file = join(DATA_DIR, 'probe.key')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

const macOf = (key: string, time: string) =>
  createHmac('sha256', key).update(`probe ${time}`).digest('base64url')

/** Signs a probe, with a key that is made in the data folder where the place has no other. */
export function signProbe(place: Place, now: number): string {
  if (keyOf(place) === null)
    writeFileSync(join(place.DATA_DIR, 'probe.key'), randomBytes(32).toString('base64url'), { mode: 0o600 })
  return `${now}.${macOf(keyOf(place) ?? '', String(now))}`
}

/** Whether a probe comes from who knows what only the operator knows. */
export function isProbe(place: Place, mark: string | undefined, now: number): boolean {
  const [time = '', mac = ''] = mark?.split('.') ?? []
  const key = keyOf(place)
  if (key === null || !/^\d{1,15}$/.test(time) || Math.abs(now - Number(time)) > VALID_MS) return false
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(key, time))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
