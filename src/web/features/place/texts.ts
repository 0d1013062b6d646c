import type { PlaceStatus, PlaceWarning } from '../../../shared/place-status.ts'

export const title = 'This place'
export const summary = 'How the server is, for whoever runs it.'
export const intro = 'How your server is right now. Only you see this page, as the operator.'
export const loading = 'Asking the server how it is'
export const failed = 'The server did not say how it is.'
export const othersTitle = 'Somebody else runs this place.'
export const others =
  'Whoever runs it sees here how the server is. If that is you, sign in with a wallet that OPERATORS names, or open the page on the server’s own machine.'

export const allWell = 'Everything is as it should be.'
export const leaving = 'This server is about to end: it takes no new replies, and finishes those that run.'
export const warningsTitle = 'Worth a look'
export const warnings: Record<PlaceWarning, string> = {
  database_unreachable: 'The database does not answer. Nobody can read or write until it does.',
  storage_full: 'The disk is full: people can read, but nothing is saved any more. Make room on it.',
  disk_low: 'The disk is nearly full. Make room on it before nothing can be saved any more.',
  redis_unreachable:
    'Redis does not answer. Everything goes on, but what happens at one server reaches the others seconds later.',
  redis_degraded:
    'A node of the Redis cluster does not answer, or a part of it has no node. The doctor says which, and what that means.',
  replica_unread:
    'A replica of the database is not read, and the primary answers in its place. Look whether it runs and follows.',
  files_unreachable:
    'The store of files does not answer. Pictures and documents can neither be read nor added until it does.',
  proxy_uncounted:
    'A proxy stands before this server, and TRUSTED_PROXIES does not count it: all visitors share the limits of one. Set it to the number of proxies, usually 1.',
  backup_failed: 'The last backup failed.',
  no_backup: 'There is no backup yet. Make one before you need it.',
}

export const readouts = 'Right now'
export const replies = 'Replies that run'
export const sockets = 'Open sockets'
export const latency = 'Database delay'
export const milliseconds = 'ms'
export const servers = 'Servers'
export const notKnown = '–'

export const server = 'Server'
export const version = 'Version'
export const since = 'Runs since'
export const redis = 'Redis'
export const redisStates: Record<PlaceStatus['redis'], string> = {
  none: 'Not used',
  healthy: 'Answers',
  unreachable: 'Does not answer',
}
export const files = 'Files'
export const filesStates: Record<PlaceStatus['files'], string> = {
  none: 'In the database',
  healthy: 'In a store that answers',
  unreachable: 'In a store that does not answer',
}

export const database = 'Database'
export const kind = 'Kind'
export const kinds: Record<PlaceStatus['database']['kind'], string> = {
  embedded: 'Embedded, in the data folder',
  postgresql: 'PostgreSQL',
}
export const schema = 'Schema'
export const migrations = (count: number) => (count === 1 ? '1 migration' : `${count} migrations`)
export const room = 'Room on its disk'
export const roomElsewhere = 'PostgreSQL knows; this server does not'

export const replica = (name: string) => `Replica ${name}`
export const replicaStates: Record<PlaceStatus['replicas'][number]['state'], string> = {
  read: 'Read from',
  behind: 'Too far behind to be read',
  unreachable: 'Does not answer',
  no_replica: 'Not a replica: it follows nobody',
  other_database: 'Follows another database',
}
export const behindBy = (time: string) => `${time} behind at most`

export const backup = 'Backup'
export const lastBackup = 'Last'
export const nextBackup = 'Next'
export const neverBackedUp = 'Never'
export const noneDue = 'None is planned'
export const backupDone = (size: string, seconds: string) => `${size}, made in ${seconds}`
export const backupFailed = (reason: string) => `It failed: ${reason}`
export const seconds = (ms: number) =>
  `${(ms / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`

export const models = 'Models'
export const noModels = 'No model was asked since the server started.'
export const modelStates = {
  closed: 'Answers',
  'half-open': 'Being tried again',
  open: 'Set aside, as it keeps failing',
} as const
export const timesOpened = (count: number) =>
  count === 1 ? 'was set aside once' : `was set aside ${count} times`

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** `1.5 GB` */
export function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  const digits = power < 2 ? 0 : 1
  const value = (bytes / 1024 ** power).toLocaleString('en-US', { maximumFractionDigits: digits })
  return `${value} ${units[power]}`
}
