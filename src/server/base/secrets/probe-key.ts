import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const PROBE_HEADER = 'x-bionic-probe'

/** A mark that was read on its way is of no use to anybody soon, in milliseconds. */
const VALID_MS = 60_000

interface Place {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}

/** What the operator's program and all servers of a place know, and nobody else; null where it can’t be read, or no server has made it. */
function keyOf({ DATABASE_URL, DATA_DIR }: Place): string | null {
  if (DATABASE_URL !== undefined) return DATABASE_URL
  try {
    return readFileSync(fileIn(DATA_DIR), 'utf8')
  } catch {
    return null
  }
}

const fileIn = (dataDir: string) => join(dataDir, 'probe.key')

/** By the server alone, at each start: what another user left there, such as root, the server could not read. */
export function makeProbeKey({ DATABASE_URL, DATA_DIR }: Place): void {
  if (DATABASE_URL !== undefined) return
  rmSync(fileIn(DATA_DIR), { force: true })
  writeFileSync(fileIn(DATA_DIR), randomBytes(32).toString('base64url'), { mode: 0o600 })
}

const macOf = (key: string, time: string) =>
  createHmac('sha256', key).update(`probe ${time}`).digest('base64url')

export function signProbe(place: Place, now: number): string | null {
  const key = keyOf(place)
  return key === null ? null : `${now}.${macOf(key, String(now))}`
}

/** Whether a probe comes from who knows what only the operator knows. */
export function isProbe(place: Place, mark: string | undefined, now: number): boolean {
  const [time = '', mac = ''] = mark?.split('.') ?? []
  const key = keyOf(place)
  if (key === null || !/^\d{1,15}$/.test(time) || Math.abs(now - Number(time)) > VALID_MS) return false
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(key, time))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
