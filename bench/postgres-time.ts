import { readdirSync, readFileSync } from 'node:fs'
import type { SqlTag } from '../test/sql-tag.ts'

/** What Linux counts the time of a process in, a second. */
const TICKS = 100

/** Reads how many seconds of a core a PostgreSQL server on this machine, a Linux, has used so far. */
export async function postgresTime(sql: SqlTag): Promise<() => number> {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const { parent } = statOf(backend?.pid ?? 0)
  return () => secondsOfFamily(parent)
}

/** Of a process with all of its children, those that have ended included. */
function secondsOfFamily(parent: number): number {
  const children = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = statOf(Number(name))
      return stat.parent === parent ? [stat.own] : []
    } catch {
      // It has ended since the folder was read.
      return []
    }
  })
  const { own, ended } = statOf(parent)
  return [own, ended, ...children].reduce((sum, ticks) => sum + ticks, 0) / TICKS
}

/** The times of a process in ticks: its own, and of children that have ended. */
function statOf(pid: number) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name, which can have any character.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0] = fields.slice(1)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
  return { parent, own: user + system, ended: endedUser + endedSystem }
}
